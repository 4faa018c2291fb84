// The server's WebAssembly module in this thread: that of a web page's worker, or of Node.

/**
 * Starts the server.
 * @param {BufferSource | WebAssembly.Module} module the module, or its bytes
 * @param {(message: string) => void} send takes each message of the server, as the text of one JSON-RPC message
 * @returns {Promise<(message: string) => void>} what takes each message of the client
 */
export async function start(module, send) {
  const started = performance.now();
  const { port1, port2 } = new MessageChannel();
  let server;
  let timer;
  let isPosted = false;
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
    send: (address, length) => {
      send(new TextDecoder().decode(new Uint8Array(server.memory.buffer, address, length)));
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
    const bytes = new TextEncoder().encode(message);
    const address = server.alloc(bytes.length);
    new Uint8Array(server.memory.buffer, address, bytes.length).set(bytes);
    server.receive(address, bytes.length);
    host.wake_after(0);
  };
}
