// oxlint-disable-next-line typescript/triple-slash-reference -- two packages come without types
/// <reference path="./untyped.d.ts" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// By their files: Node itself loads this, and cannot read TypeScript through a package.
import type { BrandKey } from "../../ui/src/theme/brands.ts";
import group from "../../../group.json" with { type: "json" };
import { brands } from "../../ui/src/theme/brands.ts";
import { contacts } from "../src/company.ts";

const require = createRequire(import.meta.url);
const libraries = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(libraries, file), "utf8");
interface Text {
  en: string;
}
interface Dish {
  id: string;
  name: Text;
  about: Text;
  picture: { drawing?: string };
  price: string;
  heat: number;
}
interface Menu {
  dishes: Dish[];
  menus: {
    brand: BrandKey;
    sections: { id: string; title: Text; dishes: { dish: string }[] }[];
  }[];
}
const texts = (name: string) =>
  JSON.parse(
    read(`public-pages/src/${name}/texts/en/${name}.json`).replaceAll(
      "{{unit}}",
      group.currency.name.en,
    ),
  );

/**
 * The libraries that draw are large, and a development server imports this file at its start: they are
 * loaded by the first menu that is drawn.
 */
const drawers = async () => {
  const [pdf, svg, subset] = await Promise.all([
    import("pdfkit"),
    import("svg-to-pdfkit"),
    import("subset-font"),
  ]);
  return { Pdf: pdf.default, svgToPdf: svg.default, subsetFont: subset.default };
};

/** The sheet in points, and how it is divided. */
const PAGE = { width: 595.28, height: 841.89, margin: 42 };
const GAP = 22;
const COLUMN = (PAGE.width - 2 * PAGE.margin - GAP) / 2;
const PICTURE = 66;
const DRAWN = 600;
const ROW = 92;
const BAND = 118;

/** What a printed page shows of a brand: its light colours, read from the tokens. */
function inksOf(brand: BrandKey) {
  const tokens = read(`ui/src/tokens/${brand}.css`);
  const light = (name: string) => {
    const value = new RegExp(`--c-${name}: light-dark\\((#[0-9a-f]{6}),`).exec(tokens)?.[1];
    if (!value) throw new Error(`tokens/${brand}.css has no light --c-${name}`);
    return value;
  };
  return {
    paper: light("bg"),
    text: light("text"),
    muted: light("muted"),
    primary: light("primary"),
    onPrimary: light("on-primary"),
    accent: light("accent"),
    gold: light("gold"),
    line: light("border"),
  };
}

/** One weight of a face as a plain font, which is what a PDF can carry. */
async function fontOf(name: string, file: string, characters: string, wght?: number) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const whole = readFileSync(join(folder, "files", `${file}.woff2`));
  const variationAxes = wght ? { wght } : undefined;
  const { subsetFont } = await drawers();
  return subsetFont(whole, characters, { targetFormat: "truetype", variationAxes });
}

/**
 * The whole menu of a brand as a PDF: tagged with its structure and language, so that a screen reader reads headings,
 * names, prices and descriptions in order. The pictures are decoration beside their names.
 */
export async function menuPdf(brand: BrandKey): Promise<Buffer> {
  const { Pdf, svgToPdf } = await drawers();
  const { name, thaiName } = brands[brand];
  const { email, face } = contacts[brand];
  const menuTexts = texts("menu");
  const menu = JSON.parse(read("content/src/snapshot/menu.json")) as Menu;
  const byId = new Map(menu.dishes.map((dish) => [dish.id, dish]));
  const parts = menu.menus.find((one) => one.brand === brand)?.sections ?? [];
  const inks = inksOf(brand);
  const latin = Array.from({ length: 0x17f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
  const written = `${latin.join("")}–—‘’“”•…`;
  const display = (script: string, characters: string) =>
    fontOf(`@fontsource/${face.name}`, `${face.name}-${script}-${face.weight}-normal`, characters);
  const body = (wght: number) =>
    fontOf("@fontsource-variable/anuphan", "anuphan-latin-wght-normal", written, wght);

  const pdf = new Pdf({
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: `en-${group.country.code}`,
    info: { Title: `${name}: ${menuTexts.title}`, Author: name, CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((finish) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => finish(Buffer.concat(chunks)));
  });
  pdf.registerFont("display", await display("latin", written));
  pdf.registerFont("thai", await display("thai", thaiName));
  pdf.registerFont("body", await body(400));
  pdf.registerFont("strong", await body(600));

  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const element = (kind: string, draw: () => void) => root.add(pdf.struct(kind, {}, draw));
  const decorate = (draw: () => void) => {
    pdf.markContent("Artifact", { type: "Layout" });
    pdf.save();
    draw();
    pdf.restore();
    pdf.endMarkedContent();
  };

  let column = 0;
  let y = 0;
  const x = () => PAGE.margin + column * (COLUMN + GAP);

  function paper() {
    decorate(() => pdf.rect(0, 0, PAGE.width, PAGE.height).fill(inks.paper));
    y = PAGE.margin;
  }

  function turn() {
    pdf.addPage();
    paper();
    column = 0;
  }

  /** Makes sure that `height` is left below, in this column, the next one or on the next page. */
  function makeRoom(height: number, top: number) {
    if (y + height <= PAGE.height - PAGE.margin - 36) return top;
    if (column === 0) {
      column = 1;
      y = top;
      return top;
    }
    turn();
    return PAGE.margin;
  }

  paper();
  decorate(() => {
    pdf.rect(0, 0, PAGE.width, BAND).fill(inks.primary);
    pdf.rect(0, BAND, PAGE.width, 5).fill(inks.gold);
  });
  element("H1", () => {
    pdf.font("display").fontSize(34).fillColor(inks.onPrimary);
    pdf.text(name, PAGE.margin, 30, { lineBreak: false });
    const nameEnds = PAGE.margin + pdf.widthOfString(name) + 14;
    pdf.font("thai").fontSize(20);
    pdf.text(thaiName, nameEnds, 43, { lineBreak: false });
  });
  element("P", () => {
    pdf.font("body").fontSize(12).fillColor(inks.onPrimary);
    pdf.text(menuTexts[brand].intro, PAGE.margin, 78, { width: PAGE.width - 2 * PAGE.margin });
  });

  let top = BAND + 28;
  y = top;
  for (const part of parts) {
    top = makeRoom(34 + ROW, top);
    const title = part.title.en;
    element("H2", () => {
      pdf.font("display").fontSize(17).fillColor(inks.primary);
      pdf.text(title, x(), y, { width: COLUMN, lineBreak: false });
    });
    decorate(() => pdf.rect(x(), y + 25, COLUMN, 1.5).fill(inks.gold));
    y += 38;
    for (const { dish } of part.dishes) {
      top = makeRoom(ROW, top);
      row(byId.get(dish)!);
      y += ROW;
    }
    y += 10;
  }

  function row({ name: dish, about, picture, price, heat }: Dish) {
    const left = x() + PICTURE + 12;
    const width = COLUMN - PICTURE - 12;
    decorate(() => {
      pdf.translate(x(), y).scale(PICTURE / DRAWN);
      pdf.roundedRect(0, 0, DRAWN, DRAWN, DRAWN / 7).clip();
      // An uploaded photograph stays on the pages: the printed menu is drawn.
      if (picture.drawing)
        svgToPdf(pdf, read(`content/src/art/dishes/${picture.drawing}.svg`), 0, 0, {
          assumePt: true,
        });
    });
    element("H3", () => {
      pdf.font("strong").fontSize(11.5).fillColor(inks.text);
      pdf.text(dish.en, left, y, { width: width - 58, lineGap: -1 });
    });
    const below = pdf.y;
    element("P", () => {
      pdf.font("strong").fontSize(11.5).fillColor(inks.accent);
      pdf.text(`${group.currency.sign} ${price}`, left, y, {
        width,
        align: "right",
        lineBreak: false,
      });
    });
    element("P", () => {
      pdf.font("body").fontSize(9).fillColor(inks.muted);
      pdf.text(about.en, left, below + 2, { width, lineGap: 0.5 });
    });
    if (heat === 0) return;
    const words = menuTexts[heat === 1 ? "heat_one" : "heat_other"].replace(
      "{{count}}",
      String(heat),
    );
    element("P", () => {
      pdf.font("strong").fontSize(8.5).fillColor(inks.accent);
      pdf.text(words, left, pdf.y + 2, { width, lineBreak: false });
    });
  }

  element("P", () => {
    pdf.font("body").fontSize(8.5).fillColor(inks.muted);
    pdf.text(`${menuTexts.notes} ${email}`, PAGE.margin, PAGE.height - PAGE.margin - 22, {
      width: PAGE.width - 2 * PAGE.margin,
    });
  });
  root.end();
  pdf.end();
  return done;
}
