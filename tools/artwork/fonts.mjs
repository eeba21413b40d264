/**
 * Each face cut down to what an English page is written with. What is left out is still there, in the whole files, which
 * a browser fetches when such a character comes (`tokens/fonts.css`).
 */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import subsetFont from "subset-font";

// The faces are packages of the library that has them in its pages.
const require = createRequire(join(import.meta.dirname, "../../libs/ui/package.json"));
const folder = "libs/ui/src/tokens/fonts";

const printableAscii = Array.from({ length: 0x7f - 0x20 }, (_, at) =>
  String.fromCharCode(0x20 + at),
).join("");
/** The same characters are the `unicode-range` in `tokens/fonts.css`. */
const core = `${printableAscii}\u00a0©·×é–—‘’“”•…€→↓−≥`;

const faces = [
  // Text is set in 400 to 700.
  ["@fontsource-variable/anuphan", "anuphan-latin-wght-normal", { wght: { min: 400, max: 700 } }],
  ["@fontsource/kanit", "kanit-latin-600-normal"],
  ["@fontsource/mitr", "mitr-latin-500-normal"],
];

/** @returns {Promise<Record<string, Buffer>>} the cut faces and their licences by their paths from the repository's root */
export async function fonts() {
  const files = {};
  for (const [name, file, variationAxes] of faces) {
    const source = dirname(require.resolve(`${name}/package.json`));
    const whole = await readFile(join(source, "files", `${file}.woff2`));
    const [short] = file.split("-");
    const options = { targetFormat: "woff2", variationAxes };
    files[`${folder}/${short}-core.woff2`] = await subsetFont(whole, core, options);
    files[`${folder}/${short}-licence.txt`] = await readFile(join(source, "LICENSE"));
  }
  return files;
}
