import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Finds the text of a QR code in a picture of the camera; null where there is none. */
export type FindCode = (picture: ImageData) => Promise<string | null>;

/** How much brighter a picture is made for a code in shadow; what is lit is white then. */
const EXPOSURE = 3;

/** ZXing as WebAssembly, from our own host: reads tilted, blurred and badly lit codes. */
export function zxingDetector(wasm?: ArrayBuffer): FindCode {
  prepareZXingModule({
    overrides: wasm ? { wasmBinary: wasm } : { locateFile: () => wasmAddress },
  });
  return async (picture) => {
    // A code half in shadow is read by exposing for the shadow: there black stays black, and paper becomes white.
    for (const tried of [() => picture, () => brighter(picture)]) {
      const [found] = await readBarcodes(tried(), { formats: ["QRCode"], maxNumberOfSymbols: 1 });
      if (found?.isValid) return found.text;
    }
    return null;
  };
}

function brighter({ data, width, height }: ImageData): ImageData {
  const lit = Uint8ClampedArray.from(data, (value) => value * EXPOSURE);
  return { data: lit, width, height, colorSpace: "srgb" } as ImageData;
}
