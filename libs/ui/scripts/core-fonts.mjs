// Cuts each face down to what an English page is written with. What is left out is still there, in the whole files,
// which a browser fetches when such a character comes (`tokens/fonts.css`). To run again when a face changes:
// node libs/ui/scripts/core-fonts.mjs
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const target = join(import.meta.dirname, "../src/tokens/fonts");

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

for (const [name, file, variationAxes] of faces) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const whole = await readFile(join(folder, "files", `${file}.woff2`));
  const cut = await subsetFont(whole, core, { targetFormat: "woff2", variationAxes });
  const short = file.split("-")[0];
  await writeFile(join(target, `${short}-core.woff2`), cut);
  await copyFile(join(folder, "LICENSE"), join(target, `${short}-licence.txt`));
  console.log(`${short}: ${whole.length} → ${cut.length} bytes`);
}
