// Messages to and from the server's worker, as the texts of JSON: the settings object of VS Code cannot be cloned.

import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from "vscode-languageclient/browser";

export class WorkerReader extends AbstractMessageReader implements MessageReader {
  constructor(private readonly worker: Worker) {
    super();
    worker.onerror = (event) => {
      // The module is of no use any more: the client starts another worker.
      event.preventDefault();
      this.fireError(new Error(event.message));
      worker.terminate();
      this.fireClose();
    };
  }

  listen(callback: DataCallback): Disposable {
    this.worker.onmessage = ({ data }: MessageEvent<string>) => callback(JSON.parse(data) as Message);
    return {
      dispose: () => {
        this.worker.onmessage = null;
      },
    };
  }
}

export class WorkerWriter extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly worker: Worker) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.worker.postMessage(JSON.stringify(message));
  }

  end(): void {
    this.worker.terminate();
  }

  override dispose(): void {
    super.dispose();
    this.worker.terminate();
  }
}
