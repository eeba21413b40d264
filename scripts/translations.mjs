/**
 * `npm run translations`: which sentences have no translation (their readers see English), and which translations were
 * made from an English sentence that has changed since. Only what would be shown wrongly fails; with `--strict`, as
 * before a release, all of it does. `--record`, a part of `npm run fix`, notes what each translation was made from;
 * `--accept problems errors` says that the translations of these namespaces are right for the English of now.
 */

import { print, printDone, printFailed } from "./lib/terminal.mjs";
import { compareTexts } from "./lib/translations.mjs";

const has = (option) => process.argv.includes(option);
const { faults, missing, stale } = compareTexts({
  record: has("--record") || has("--accept"),
  accepted: has("--accept") ? process.argv.slice(process.argv.indexOf("--accept") + 1) : [],
});
const lists = {
  "Wrong in a translation": faults,
  "Missing, English is shown": missing,
  "Made from an English sentence that has changed since": stale,
};
for (const [title, lines] of Object.entries(lists)) {
  if (lines.length > 0) print([`${title}:`, ...lines].join("\n  "));
}
const left = missing.length + stale.length;
if (faults.length > 0 || (has("--strict") && left > 0)) {
  printFailed("The translations are not ready for a release");
  process.exitCode = 1;
} else
  printDone(left > 0 ? `${left} sentences wait for a translation` : "Every sentence is translated");
