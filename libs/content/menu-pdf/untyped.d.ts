declare module "svg-to-pdfkit" {
  /** Draws an SVG into a document at a place, its pixels taken as points. */
  export default function svgToPdf(
    pdf: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: { assumePt: boolean },
  ): void;
}

declare module "subset-font" {
  /** A font with only the glyphs that `characters` need, and each axis held where `variationAxes` says. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: string; variationAxes?: Record<string, number> },
  ): Promise<Buffer>;
}
