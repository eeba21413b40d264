/** Another group of three brands in another country: a copy with its own group.json is built, started and looked at. */

import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";

import { haveChromium, systemChromium } from "./lib/chromium.mjs";
import { mustRun, root, Servers } from "./lib/processes.mjs";

const NAMES = {
  "Krua Bowl": "Satay House",
  "Thong Cha": "Teh Corner",
  kruabowl: "satayhouse",
  thongcha: "tehcorner",
  "krua-bowl": "satay-house",
  "thong-cha": "teh-corner",
};
const OLD_NAMES = /Krua Bowl|Thong Cha|kruabowl|thongcha|krua-bowl|thong-cha|Kuala_Lumpur/g;
const OLD_FACTS =
  /\bRM ?\d|[Rr]inggit|Malaysia|马来西亚|மலேசிய|มาเลเซีย|Kuala Lumpur|Sdn\.? Bhd|PDPA/;
/** One currency or calling code among those that a member may have. */
const KINDS_OF = /^ *"(MYR|invalid_number_60)": /;
/** Whose sentences are a group's own (docs/own-group.md, 3 and 4). */
const OWN =
  /\/(about|awards|home|seo|legal|help)\.json$|content\/seed\/|rewards\/(programme|translations)\.yaml$|members\/notices\//;
/** What our kitchens cook and give, in sentences: dishes keep their English names in every language. */
const OLD_KITCHEN = "Thai (Cuisine|kitchen|[Mm]ilk [Tt]ea)";
const APPS = ["api", "site", "mini"];
const OUTLETS = 4;

// Beside the packages, which are linked into it.
mkdirSync(join(root, "var"), { recursive: true });
const copy = mkdtempSync(join(root, "var/group-"));
after(() => rmSync(copy, { recursive: true, force: true }));

const renamed = (text) =>
  Object.entries(NAMES).reduce((rest, [old, name]) => rest.replaceAll(old, name), text);

/** Every file under version control, with the brands' keys renamed as docs/own-group.md says. */
async function copyRenamed() {
  const listed = await mustRun(["git", "ls-files"], "The files could not be listed.", {
    cwd: root,
  });
  for (const path of listed.trim().split("\n")) {
    if (!/^(apps|libs|tools|scripts)\/|^[^/]+$/.test(path) || /\.test\.|\/tests\//.test(path))
      continue;
    const to = join(copy, renamed(path));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, path), to, { verbatimSymlinks: true });
    if (/\.(json|css|yaml)$/.test(path) && !path.endsWith("loyalty/group.json")) {
      const text = readFileSync(to, "utf8");
      writeFileSync(to, renamed(text));
    }
  }
  linkPackages();
}

/** The installed packages, and the copy's own libraries in place of ours. */
function linkPackages() {
  mkdirSync(join(copy, "node_modules/@loyalty"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@loyalty" && !name.startsWith(".vite"))
      symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  for (const library of readdirSync(join(copy, "libs")))
    symlinkSync(join(copy, "libs", library), join(copy, "node_modules/@loyalty", library));
  for (const project of ["apps", "libs"].flatMap((folder) =>
    readdirSync(join(copy, folder)).map((name) => join(folder, name, "node_modules")),
  ))
    if (existsSync(join(root, project))) symlinkSync(join(root, project), join(copy, project));
}

/** Changes a JSON file of the copy. */
function change(path, edit) {
  const file = join(copy, path);
  const data = JSON.parse(readFileSync(file, "utf8"));
  edit(data);
  writeFileSync(file, JSON.stringify(data, null, 2));
}

/** Singapore's facts, and a third brand, Kopi Lane, that looks like the first. */
function makeSingaporean() {
  change("group.json", (group) => {
    group.name = "Satay House, Teh Corner & Kopi Lane";
    group.legalName = "Satay House Pte. Ltd.";
    group.languages = ["en", "zh", "ms", "ta"];
    group.birthdayGift = "Iced Kopi";
    Object.assign(group.country, {
      code: "SG",
      callingCode: { id: 34, name: "65" },
      postcodeDigits: 6,
      isPostcodeFirst: false,
      cityStates: ["Singapore"],
      name: { ...group.country.name, en: "Singapore" },
    });
    group.currency = { code: "SGD", sign: "S$", name: { ...group.currency.name, en: "dollar" } };
    group.timeZone = { name: "Asia/Singapore", utcOffset: "+08:00" };
    group.brands["kopi-lane"] = { ...group.brands["satay-house"], name: "Kopi Lane", thaiName: "" };
  });
  const [first, third] = ["satay-house", "kopi-lane"];
  const tokens = (name) => join(copy, `libs/ui/src/tokens/${name}.css`);
  const look = readFileSync(tokens(first), "utf8").replaceAll(":root,", "");
  writeFileSync(tokens(third), look.replaceAll(first, third));
  appendFileSync(tokens("index"), `@import "./${third}.css";\n`);
  for (const entry of readdirSync(copy, { recursive: true })) {
    if (entry.includes("node_modules")) continue;
    if (/texts\/\w+\/\w+\.json$/.test(entry))
      change(entry, (texts) => {
        for (const part of [texts, ...Object.values(texts)])
          if (part[first] !== undefined) part[third] = part[first];
      });
    if (/(snapshot|seed)\/menu\.json$/.test(entry))
      change(entry, ({ menus }) => menus.push({ ...menus[0], brand: third }));
    if (/(snapshot|seed)\/banners\.json$/.test(entry))
      change(entry, ({ banners }) => banners.push({ ...banners[0], brand: third }));
    if (/(snapshot|seed)\/outlets\.json$/.test(entry))
      change(entry, ({ outlets }) => {
        outlets.length = OUTLETS;
        for (const { address } of outlets) address.postcode = `0${address.postcode}`;
      });
    if (/steps\/satay-house-|icons\/satay-house-/.test(entry))
      cpSync(join(copy, entry), join(copy, entry.replace(first, third)));
  }
}

/** Old names in the files of a folder, each with the words around it. */
const oldNamesIn = (folder) =>
  readdirSync(join(copy, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.(js|css|html|json|txt|xml|svg|py|ya?ml|webmanifest)$/.test(entry.name),
    )
    .flatMap(({ parentPath, name }) => {
      const text = readFileSync(join(parentPath, name), "utf8");
      return [...text.matchAll(OLD_NAMES)].map(
        ({ index }) => `${name}: ${text.slice(Math.max(0, index - 40), index + 40)}`,
      );
    });

test("country, money and law of ours are named in files that a group makes its own, and in no other", async () => {
  const listed = await mustRun(
    ["git", "ls-files", "apps", "libs"],
    "The files could not be listed.",
    { cwd: root },
  );
  const found = listed
    .trim()
    .split("\n")
    .filter(
      (path) => /\/texts\/\w+\/\w+\.json$|src\/.*\.(ya?ml|txt)$/.test(path) && !OWN.test(path),
    )
    .flatMap((path) =>
      readFileSync(join(root, path), "utf8")
        .split("\n")
        .filter((line) => OLD_FACTS.test(line.replace(/^ *"\w+": /, "")) && !KINDS_OF.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );

  assert.deepEqual(found, []);
});

test("docs/own-group.md lists every file of texts that names our kitchens", async () => {
  const listed = await mustRun(
    ["git", "grep", "-lE", OLD_KITCHEN, "--", "apps/**/texts/*", "libs/**/texts/*"],
    "No file of texts could be found.",
    { cwd: root },
  );
  const page = readFileSync(join(root, "docs/own-group.md"), "utf8");
  const sentences = page.slice(
    page.indexOf("**Sentences of your own.**"),
    page.indexOf("**Check.**"),
  );
  const files = new Set(
    listed
      .trim()
      .split("\n")
      .map((path) => basename(path)),
  );

  assert.deepEqual(
    [...files].filter((file) => !sentences.includes(`\`${file}\``)),
    [],
  );
});

test("another group's names, country and currency are in what its builds serve, and ours are not", async (t) => {
  if (!(await haveChromium())) return t.skip("no Chromium is installed");
  await copyRenamed();
  makeSingaporean();
  const ports = Object.fromEntries(await freePorts());
  const origin = (app) => `http://localhost:${ports[app]}`;
  const env = {
    ...process.env,
    PYTHONPATH: join(copy, "apps/api/src"),
    LOYALTY_DATABASE_URL: `sqlite:///${join(copy, "group.db")}`,
    LOYALTY_MESSAGE_FILE: join(copy, "messages.jsonl"),
    LOYALTY_API_URL: `http://127.0.0.1:${ports.api}`,
    LOYALTY_SITE_ORIGIN: origin("site"),
    LOYALTY_MINI_ORIGIN: origin("mini"),
    LOYALTY_SITE_PORT: String(ports.site),
    LOYALTY_MINI_PORT: String(ports.mini),
  };
  const bin = (name) => join(root, "node_modules/.bin", name);
  const flask = [join(root, ".venv/bin/flask"), "--app", "loyalty"];
  let printed;
  for (const words of [["db", "upgrade"], ["seed"], ["demo", "members"]])
    printed = await mustRun([...flask, ...words], `${words} failed.`, { cwd: copy, env });
  assert.match(printed, /Demo members: 5 added\.\nDemo member: \+65 [89]\d{7} /);
  const built = async (app, command) =>
    mustRun(command, `${app} could not be built.`, { cwd: join(copy, "apps", app), env });
  await built("site", [bin("react-router"), "build", "--logLevel", "warn"]);
  await built("mini", [bin("vite"), "build", "--logLevel", "warn"]);
  assert.deepEqual(oldNamesIn("apps/site/build/client"), []);
  const home = readFileSync(join(copy, "apps/site/build/client/index.html"), "utf8");
  assert.doesNotMatch(home, /"alternateName":""/);
  assert.match(home, /<meta property="og:locale" content="en_SG"/);
  assert.deepEqual(oldNamesIn("apps/mini/dist"), []);
  assert.deepEqual(oldNamesIn("apps/api/src/loyalty").filter(isNotAMigration), []);

  const heard = [];
  const servers = new Servers();
  t.after(() => servers.end());
  const serve = (name, command, cwd) =>
    servers.start(name, command, {
      cwd: join(copy, cwd),
      env,
      onLine: (line) => heard.push(line),
      onEnd() {},
    });
  serve("api", [...flask, "run", "--port", String(ports.api)], ".");
  serve("site", [bin("vite"), "preview", "--outDir", "build/client"], "apps/site");
  serve("mini", [bin("vite"), "preview"], "apps/mini");
  for (const url of [`${env.LOYALTY_API_URL}/readyz`, origin("site"), origin("mini")])
    await answers(url, heard);

  const codes = await (await fetch(`${origin("site")}/api/callingCode`)).json();
  assert.deepEqual(codes[0], { id: 34, name: "65" });
  await walk(origin);
});

/** A port for each app that nobody listens at: taken together, so that no two are the same. */
async function freePorts() {
  const probes = await Promise.all(
    APPS.map(
      (app) =>
        new Promise((resolve) => {
          const server = createServer().listen(0, () => resolve([app, server]));
        }),
    ),
  );
  const found = probes.map(([app, server]) => [app, server.address().port]);
  await Promise.all(probes.map(([, server]) => new Promise((resolve) => server.close(resolve))));
  return found;
}

const isNotAMigration = (found) => !/^\d{4}_/.test(found);

/** Home, menu and the sign-in of the site, then the mini-program and its manifests. */
async function walk(origin) {
  const { chromium, expect } = await import("@playwright/test");
  const browser = await chromium.launch({ executablePath: systemChromium() });
  try {
    const page = await browser.newPage({ locale: "en-SG" });
    await page.goto(origin("site"));
    assert.match(await page.title(), /^Satay House, Teh Corner & Kopi Lane .* in Singapore$/);
    // The page is there before it takes clicks.
    await expect(async () => {
      await page.getByRole("button", { name: "Kopi Lane" }).first().click();
      assert.equal(await page.evaluate("localStorage.activeTab"), "kopi-lane");
    }).toPass();
    const overflowing = await page
      .getByRole("button", { name: /^(Satay House|Teh Corner|Kopi Lane)$/ })
      .evaluateAll((tabs) =>
        tabs
          .filter((tab) => {
            const words = document.createRange();
            words.selectNodeContents(tab);
            const { paddingLeft, paddingRight } = getComputedStyle(tab);
            const width = tab.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
            return tab.clientWidth > 0 && words.getBoundingClientRect().width > width + 1;
          })
          .map((tab) => tab.textContent),
      );
    assert.deepEqual(overflowing, []);
    await page.goto(`${origin("site")}/menu`);
    const dish = page.getByText(/^S\$\s\d+\.\d\d$/).first();
    await dish.waitFor();
    assert.doesNotMatch(await page.locator("body").innerText(), /\bRM\b|Krua Bowl|Thong Cha/);
    await page.goto(`${origin("site")}/locations`);
    // Kopi Lane has no outlet yet.
    await expect(async () => {
      await page.getByRole("button", { name: "Satay House" }).first().click();
      await expect(page.getByText(/, \D+ 0\d{5}/).first()).toBeAttached({ timeout: 1000 });
    }).toPass();
    await page.goto(`${origin("site")}/membership`);
    await page.getByText("A free Iced Kopi, to claim").waitFor();
    const languages = page.locator("select").filter({ hasText: "English" }).first();
    assert.deepEqual(await languages.locator("option").allTextContents(), [
      "English",
      "中文",
      "Bahasa Melayu",
      "தமிழ்",
    ]);
    await page.goto(`${origin("mini")}/login`);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("+65", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Sign Up" }).click();
    await page
      .getByRole("dialog", { name: "Join as Member" })
      .getByText("+65", { exact: true })
      .waitFor();
    for (const key of ["satay-house", "teh-corner", "kopi-lane"]) {
      const manifest = await (await fetch(`${origin("mini")}/${key}.webmanifest`)).json();
      assert.match(manifest.name, /^(Satay House|Teh Corner|Kopi Lane) Members$/);
    }
  } finally {
    await browser.close();
  }
}

async function answers(url, heard) {
  for (let tries = 0; tries < 1200; tries += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer) return;
    await setTimeout(100);
  }
  assert.fail(`${url} does not answer: ${heard.join("\n")}`);
}
