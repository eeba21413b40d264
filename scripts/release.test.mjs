import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf } from "./package/archive.mjs";
import { changelogWith } from "./release.mjs";

const before =
  "# Changelog\n\nWords.\n\n## Unreleased\n\n### API\n\n- a\n\n### Deployment\n\n- d\n\n### Site\n\n- s\n";

test("the changes of the app go under its version, those of the others wait", () => {
  const released = changelogWith(before, "Site", "0.2.0", "2026-11-23");

  assert.equal(
    released,
    "# Changelog\n\nWords.\n\n## Unreleased\n\n### API\n\n- a\n\n## Site 0.2.0, 2026-11-23\n\n### Site\n\n- s\n\n### Deployment\n\n- d\n",
  );
  assert.match(
    changesOf(released, "Site"),
    /## Site 0\.2\.0, 2026-11-23\n\n### Site\n\n- s\n\n### Deployment\n\n- d/,
  );
  // Whom a release concerns is written in its notes: the other packages have them too.
  assert.match(
    changesOf(released, "API"),
    /## Site 0\.2\.0, 2026-11-23\n\n### Deployment\n\n- d\n$/,
  );
  assert.throws(() => changelogWith(released, "Site", "0.3.0", "2026-11-24"), /nothing of Site/);
});

test("apps that are released as one version on one day share a heading", () => {
  const first = changelogWith(before, "Site", "0.2.0", "2026-11-23");
  const heading = (version, day) =>
    /^## .+(?=\n\n###)/m.exec(changelogWith(first, "API", version, day).split("Unreleased")[1])[0];

  assert.match(
    changelogWith(first, "API", "0.2.0", "2026-11-23"),
    /## Site, API 0\.2\.0, 2026-11-23\n\n### Site\n\n- s\n\n### API\n\n- a\n\n### Deployment\n\n- d\n$/,
  );
  assert.equal(heading("0.2.1", "2026-11-23"), "## API 0.2.1, 2026-11-23");
  assert.equal(heading("0.2.0", "2026-11-24"), "## API 0.2.0, 2026-11-24");
});
