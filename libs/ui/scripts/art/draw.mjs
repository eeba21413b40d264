/**
 * Draws every picture of the project into `src/art`. Run it after changing a recipe:
 *
 *   node libs/ui/scripts/art/draw.mjs
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { dishNames, dishPicture } from "./dishes.mjs";
import { picture } from "./pen.mjs";
import { sceneNames, scenePicture } from "./scenes.mjs";

const target = join(import.meta.dirname, "../../src/art");

/** All pictures by their file name. */
export function pictures() {
  const files = {};
  for (const name of dishNames) files[`dishes/${name}.svg`] = picture(600, 600, dishPicture(name));
  for (const name of sceneNames)
    files[`scenes/${name}.svg`] = picture(1200, 800, scenePicture(name));
  return files;
}

if (process.argv[1] === import.meta.filename) {
  const files = pictures();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(target, name, ".."), { recursive: true });
    writeFileSync(join(target, name), text);
  }
  console.log(`${Object.keys(files).length} pictures`);
}
