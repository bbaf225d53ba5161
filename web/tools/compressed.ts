/** Lays compressed forms beside the files of the page, so that the server never compresses. */

import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { Plugin } from "vite";

const TEXT = /\.(css|html|m?js|json|svg|wasm|webmanifest)$/;
/** Below this a header costs more than the compression gains. */
const SMALLEST = 500;
/** Above this the last percents take minutes, and a second form more room than it is worth. */
const LARGE = 1_000_000;

export function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async writeBundle({ dir = "" }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files.filter((name) => TEXT.test(name)).map((name) => compress(join(dir, name))),
      );
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  const isLarge = content.length > LARGE;
  const forms = { br: await brotli(content), ...(!isLarge && { gz: await gzipped(content) }) };
  for (const [end, form] of Object.entries(forms)) await writeFile(`${path}.${end}`, form);
}

const brotli = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : 11 },
  });

const gzipped = (content: Buffer): Promise<Buffer> => promisify(gzip)(content, { level: 9 });
