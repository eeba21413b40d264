import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";

import type { FindCode } from "./qr-detector.ts";

/**
 * How black is told from white, one way after the other: by the points around each, which takes gradual light, then by
 * the whole picture, which takes the sharp edge of a shadow, and last without the specks.
 */
const WAYS: readonly ReaderOptions[] = [
  { binarizer: "LocalAverage" },
  { binarizer: "GlobalHistogram" },
  { binarizer: "LocalAverage", tryDenoise: true },
];

/** ZXing as WebAssembly, from our own host: reads tilted, blurred and badly lit codes. */
export function zxingDetector(wasm?: ArrayBuffer): FindCode {
  prepareZXingModule({
    overrides: wasm ? { wasmBinary: wasm } : { locateFile: () => wasmAddress },
  });
  return async (picture) => {
    for (const ways of WAYS) {
      const [found] = await readBarcodes(picture, {
        formats: ["QRCode"],
        maxNumberOfSymbols: 1,
        ...ways,
      });
      if (found?.isValid) return found.text;
    }
    return null;
  };
}
