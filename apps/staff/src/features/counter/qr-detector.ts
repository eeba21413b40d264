import type { FindCode } from "./zxing-detector.ts";

/** What TypeScript's library does not describe yet: https://wicg.github.io/shape-detection-api/ */
interface BarcodeDetector {
  detect(picture: ImageData): Promise<{ rawValue: string }[]>;
}
interface BarcodeDetectors {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own detector where it has one for QR codes, else ZXing, fetched from our own host. */
export async function qrDetector(): Promise<FindCode> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: BarcodeDetectors };
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  if (Own && formats.includes("qr_code")) {
    const detector = new Own({ formats: ["qr_code"] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
  }
  const { zxingDetector } = await import("./zxing-detector.ts");
  return zxingDetector();
}
