// Writes src/components/countries.json: for each calling code the countries a person would look for, the main one first.
// Run by hand after an update of libphonenumber-js; phone-field.test.tsx notices when it is due.
import { writeFileSync } from "node:fs";

import metadata from "libphonenumber-js/min/metadata";

/** Codes shared by countries that people look for by their own name; other sharers are small islands. */
const SHARED = { 1: ["US", "CA"], 7: ["RU", "KZ"] };

export function countriesByCallingCode() {
  return Object.fromEntries(
    Object.entries(metadata.country_calling_codes).map(([code, [main]]) => [
      code,
      SHARED[code] ?? [main],
    ]),
  );
}

if (import.meta.filename === process.argv[1]) {
  const lines = Object.entries(countriesByCallingCode()).map(
    ([code, countries]) => `  ${JSON.stringify(code)}: ${JSON.stringify(countries)}`,
  );
  writeFileSync(
    new URL("../src/components/countries.json", import.meta.url),
    `{\n${lines.join(",\n").replaceAll('","', '", "')}\n}\n`,
  );
}
