/** A server with one table, spoken to over real sockets: it says what a test has it say. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

import type * as Ws from "ws";

// Imported, it would be the one for browsers, as everything in these tests is.
const { WebSocketServer } = createRequire(import.meta.url)("ws") as typeof Ws;

interface Answer {
  status?: number;
  body?: unknown;
  /** The answer is held back until then. */
  until?: Promise<void>;
}

export interface Asked {
  path: string;
  body: unknown;
}

export const REFUSED = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: code } },
});
/** The connection breaks before there is an answer. */
export const BREAK = "break";

export class TableServer {
  /** What was posted, in order. */
  readonly posted: Asked[] = [];
  /** The queries that the live connection was opened with, in order. */
  readonly knocks: URLSearchParams[] = [];
  /** What is answered, by method and path; an answer of several is used up one by one. */
  answers: Record<string, (Answer | typeof BREAK)[]> = {};
  readonly #sockets: Ws.WebSocketServer;

  private constructor(readonly server: Server) {
    server.on("request", (request, response) => void this.#answer(request, response));
    this.#sockets = new WebSocketServer({ server });
    this.#sockets.on("connection", (socket, request) => {
      this.knocks.push(new URL(request.url ?? "", "http://here").searchParams);
      socket.send(
        JSON.stringify({ type: "hello", user: "ann", table: { game: "imperial2030", seats: [] } }),
      );
    });
  }

  /** Opens a server, and makes this page one of its pages. */
  static async open(): Promise<TableServer> {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
      `http://127.0.0.1:${port}/`,
    );
    return new TableServer(server);
  }

  tell(message: object): void {
    for (const socket of this.#sockets.clients) socket.send(JSON.stringify(message));
  }

  /** Lets every live connection break. */
  cut(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  close(): void {
    this.cut();
    this.server.closeAllConnections();
    this.server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    const path = url.replace(/\?.*/, "");
    let sent = "";
    for await (const part of request) sent += String(part);
    if (method === "POST") this.posted.push({ path, body: JSON.parse(sent) });
    const answer = this.#next(`${method} ${path}`);
    if (answer === BREAK) return void request.socket.destroy();
    await answer.until;
    response.writeHead(answer.status ?? 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer.body ?? {}));
  }

  #next(asked: string): Answer | typeof BREAK {
    const answers = this.answers[asked] ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
  }
}
