import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** What a scanner reads in a screenshot: the text of each QR code. */
export async function codesIn(png: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(png), { formats: ["QRCode"] });
  return found.map(({ text }) => text);
}
