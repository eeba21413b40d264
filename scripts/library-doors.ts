import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { BuildEnvironmentOptions } from "vite";

/**
 * Builds each script a library exports into a file of its own, and leaves every package outside.
 * The apps compile the libraries from their sources; this shows that a door stands without an app,
 * and is what somebody outside this repository would be given.
 *
 * @param folder of the library
 */
export function doorsOf(folder: string): BuildEnvironmentOptions {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    exports: Record<string, string>;
  };
  const scripts = Object.entries(exports).filter(([, file]) => /^[^*]+\.tsx?$/.test(file));
  const entry = scripts.map(([door, file]) => [
    door === "." ? "index" : door.slice(2),
    join(folder, file),
  ]);
  return {
    outDir: "dist",
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    lib: { entry: Object.fromEntries(entry), formats: ["es"] },
    rolldownOptions: { external: (id) => !id.startsWith(".") && !isAbsolute(id) },
  };
}
