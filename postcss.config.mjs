import globalData from "@csstools/postcss-global-data";
import customMedia from "postcss-custom-media";
import { join } from "node:path";

const media = join(import.meta.dirname, "libs/ui/src/tokens/media.css");

/** Every style sheet can use the conditions of `media.css`: `@media (--desktop)`. */
export default { plugins: [globalData({ files: [media] }), customMedia()] };
