/**
 * The engine in the browser: Python by Pyodide, and our own package in it.
 *
 * A web worker, so that the page never waits; it is asked one thing after the other and answers as
 * the server would. Nothing else of the page is in it.
 */

/** What is asked: a request, or at first to get ready. */
export interface Asked {
  id: number;
  method: string;
  path: string;
  body: string | null;
}

/** What the engine says: that it is ready or cannot be, or an answer in the words of `Companion.answer`. */
export type Said =
  | { kind: "ready" }
  | { kind: "failed"; reason: string }
  | { kind: "answer"; id: number; answer: string };

/** What of Pyodide is used. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): (method: string, path: string, body: string | null) => string;
}
interface Pyodide {
  loadPyodide: (options: { indexURL: string }) => Promise<Python>;
}

const START = `
import sys
sys.path.insert(0, "/rondel")
from rondel.companion import Companion
Companion().answer
`;

const say = (said: Said): void => postMessage(said);

/** The smallest module there is. */
const NOTHING = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Pyodide waits for ever where its program does not come, or may not run: we look before.
 * Raises what is in the way. */
async function check(): Promise<void> {
  await WebAssembly.compile(NOTHING);
  const program = await fetch(`${__PYODIDE__}pyodide.asm.wasm`);
  if (!program.ok) throw new Error(`pyodide.asm.wasm: ${program.status}`);
  await program.arrayBuffer();
}

async function start(): Promise<ReturnType<Python["runPython"]>> {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(/* @vite-ignore */ `${__PYODIDE__}pyodide.mjs`) as Promise<Pyodide>,
    fetch("/engine.zip"),
    check(),
  ]);
  if (!archive.ok) throw new Error(`engine.zip: ${archive.status}`);
  const python = await loadPyodide({ indexURL: new URL(__PYODIDE__, location.href).href });
  python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: "/rondel" });
  return python.runPython(START);
}

const starting = start();
starting.then(
  () => say({ kind: "ready" }),
  (error: unknown) => say({ kind: "failed", reason: String(error) }),
);

onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { id, method, path, body } = data;
  const answer = await starting;
  say({ kind: "answer", id, answer: answer(method, path, body) });
};
