import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";

import type { FindCode } from "./qr-detector.ts";

/** ZXing as WebAssembly, from our own host: reads tilted, blurred and badly lit codes. */
export function zxingDetector(wasm?: ArrayBuffer): FindCode {
  prepareZXingModule({
    overrides: wasm ? { wasmBinary: wasm } : { locateFile: () => wasmAddress },
  });
  return async (picture) => {
    const [found] = await readBarcodes(picture, { formats: ["QRCode"], maxNumberOfSymbols: 1 });
    return found?.isValid ? found.text : null;
  };
}
