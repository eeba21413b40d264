import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { root, run } from "../lib/processes.mjs";

const folder = mkdtempSync(join(tmpdir(), "translated-text-"));
after(() => rmSync(folder, { recursive: true }));

const breaks = [
  "<button>{busy && <Spinner />}{children}</button>",
  "<p>{words} {more && <b>!</b>}</p>",
  '<p>{a && t("a")}{b && t("b")}</p>',
  "<div>Once {again && <b>!</b>}</div>",
  "<p>{link ? <a>{name}</a> : name} <b>!</b></p>",
  '<p role="status">{done && <>{t("done")} <b>!</b></>}</p>',
];

const holds = [
  "<button><span>{children}</span>{busy && <Spinner />}</button>",
  "<p><Icon /> {words}</p>",
  "<p>{a ? words : others}</p>",
  "<p>{a && words}</p>",
  "<section>{title && <h2>{title}</h2>}{children}</section>",
  "<ul>{all.map((each) => <li>{each}</li>)}{more && <li />}</ul>",
];

test("text beside what comes and goes is named, each time", async () => {
  writeFileSync(
    join(folder, "lint.json"),
    JSON.stringify({
      jsPlugins: [join(root, "scripts/lint/translated-text.mjs")],
      categories: { correctness: "off" },
      rules: { "loyalty/translated-text": "error" },
    }),
  );
  [...breaks, ...holds].forEach((jsx, index) =>
    writeFileSync(join(folder, `${index}.tsx`), `export const page = ${jsx};`),
  );
  const { output } = await run(["oxlint", "-c", join(folder, "lint.json"), "-f", "unix", folder]);
  const named = new Set([...output.matchAll(/(\d+)\.tsx:/g)].map(([, index]) => Number(index)));

  assert.deepEqual(
    [...named].sort(),
    breaks.map((_, index) => index),
  );
});
