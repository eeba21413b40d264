/** The drawings of the dishes and scenes: plain SVG out of the recipes beside this file. */

import { dishNames, dishPicture } from "./dishes.mjs";
import { picture } from "./pen.mjs";
import { sceneNames, scenePicture } from "./scenes.mjs";

const folder = "libs/content/src/art";

/** @returns {Record<string, string>} all drawings by their paths from the repository's root */
export function drawings() {
  const files = {};
  for (const name of dishNames)
    files[`${folder}/dishes/${name}.svg`] = picture(600, 600, dishPicture(name));
  for (const name of sceneNames)
    files[`${folder}/scenes/${name}.svg`] = picture(1200, 800, scenePicture(name));
  return files;
}
