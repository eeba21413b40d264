import type { Plugin } from "vite";

// By its file: Node itself loads this, and cannot read TypeScript through a package.
import { type Brand, brandKeys, brands, DEFAULT_BRAND } from "../../../libs/ui/src/theme/brands.ts";

const PLACE = "<!-- manifest -->";

/** Puts the manifest of each brand at `/<brand>.webmanifest`, and the default brand's into the document. */
export function manifests(): Plugin {
  return {
    name: "manifests",
    transformIndexHtml: (html) =>
      html.replace(PLACE, `<link rel="manifest" href="/${DEFAULT_BRAND}.webmanifest" />`),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const key = brandKeys.find((each) => request.url === `/${each}.webmanifest`);
        if (!key) return next();
        response.setHeader("Content-Type", "application/manifest+json");
        response.end(manifestOf(brands[key]));
      });
    },
    generateBundle() {
      for (const key of brandKeys)
        this.emitFile({
          type: "asset",
          fileName: `${key}.webmanifest`,
          source: manifestOf(brands[key]),
        });
    },
  };
}

function manifestOf({ key, name, colours }: Brand): string {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/icons/${key}-${file}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    id: "/",
    name: `${name} Members`,
    short_name: name,
    description: "Your member card, points and vouchers",
    lang: "en",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    background_color: colours.light,
    theme_color: colours.light,
    icons: [icon("192", 192, "any"), icon("512", 512, "any"), icon("maskable", 512, "maskable")],
    shortcuts: [
      { name: "My code", url: "/rewards" },
      { name: "Redeem", url: "/redeem" },
    ],
  });
}
