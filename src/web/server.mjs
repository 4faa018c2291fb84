// The server's WebAssembly module in this thread: that of a web page's worker, or of Node.

/**
 * Starts an engine of UCI by the name of the setting `engine.path`. It must not call back before it has returned.
 * @callback StartEngine
 * @param {string} name
 * @param {(line: string) => void} hear takes each line of the engine
 * @param {(why: string) => void} lose takes why it could not be started, or has died
 * @returns {{ tell(lines: string): void, end(): void }} what takes lines for it, and ends it
 */

/**
 * Starts the server.
 * @param {BufferSource | WebAssembly.Module} module the module, or its bytes
 * @param {(message: string) => void} send takes each message of the server, as the text of one JSON-RPC message
 * @param {StartEngine} [startEngine] starts a chess engine; without it there is none
 * @returns {Promise<(message: string) => void>} what takes each message of the client
 */
export async function start(module, send, startEngine) {
  const started = performance.now();
  const { port1, port2 } = new MessageChannel();
  let server;
  let timer;
  let isPosted = false;
  const engines = new Map();
  const text = (address, length) => new TextDecoder().decode(new Uint8Array(server.memory.buffer, address, length));
  const put = (message) => {
    const bytes = new TextEncoder().encode(message);
    const address = server.alloc(bytes.length);
    new Uint8Array(server.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  };
  const host = {
    now: () => performance.now() - started,
    date: () => Date.now(),
    seed: () => {
      const [high, low] = crypto.getRandomValues(new Uint32Array(2));
      return (high >>> 11) * 2 ** 32 + low;
    },
    // A posted message comes sooner than any timer, and lets the client's messages in.
    wake_after: (milliseconds) => {
      if (milliseconds > 0) {
        clearTimeout(timer);
        timer = setTimeout(run, Math.ceil(milliseconds));
      } else if (!isPosted) {
        isPosted = true;
        port2.postMessage(null);
      }
    },
    send: (address, length) => send(text(address, length)),
    has_engines: () => (startEngine === undefined ? 0 : 1),
    start_engine: (number, address, length) => {
      const carry = (take) => (message) => {
        if (engines.has(number)) {
          take(number, ...put(message));
          host.wake_after(0);
        }
      };
      engines.set(number, startEngine(text(address, length), carry(server.hear_engine), carry(server.lose_engine)));
    },
    tell_engine: (number, address, length) => engines.get(number)?.tell(text(address, length)),
    end_engine: (number) => {
      const engine = engines.get(number);
      engines.delete(number);
      engine?.end();
    },
  };
  const run = () => server.run();
  port1.onmessage = () => {
    isPosted = false;
    run();
  };
  const made = await WebAssembly.instantiate(module, { host });
  server = (made.instance ?? made).exports;
  server.start();
  run();
  return (message) => {
    server.receive(...put(message));
    host.wake_after(0);
  };
}
