import { build, type Plugin, type Rolldown } from "vite";

// By its file: Node itself loads this, and cannot read TypeScript through a package.
import { brandBootScript } from "../../../libs/ui/src/theme/theme-boot.ts";

const PLACE = "<!-- boot scripts -->";

/**
 * Puts two scripts into the document itself, before the first thing the document asks for: the one
 * that takes the token out of the address (handoff rule C, "boot"), and the one that paints the
 * chosen brand. The first is bundled from ordinary TypeScript, so that it shares its storage keys
 * with the app.
 *
 * @param entry path of the first script's source
 */
export function bootScripts(entry: string): Plugin {
  return {
    name: "boot-scripts",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
        const scripts = [await bundle(entry), brandBootScript];
        return html.replace(PLACE, () =>
          scripts.map((one) => `<script>${one}</script>`).join("\n"),
        );
      },
    },
  };
}

async function bundle(entry: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      lib: { entry, formats: ["iife"], name: "boot" },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = output[0]?.output[0];
  if (!chunk) throw new Error(`${entry} gave no script`);
  return chunk.code.trim();
}
