import type { Plugin } from "vite";

import { brandKeys, isBrandKey } from "../../ui/src/theme/brands.ts";
import { menuPdf } from "./menu-pdf.ts";

/** Puts the menu of each brand at `/menus/<brand>.pdf`, made from the same data as the menu page. */
export function menuPdfs(): Plugin {
  return {
    name: "menu-pdfs",
    applyToEnvironment: ({ name }) => name === "client",
    configureServer(server) {
      server.middlewares.use("/menus", (request, response, next) => {
        const brand = /^\/([\w-]+)\.pdf/.exec(request.url ?? "")?.[1];
        if (!isBrandKey(brand)) return next();
        menuPdf(brand).then((pdf) => {
          response.setHeader("Content-Type", "application/pdf");
          response.end(pdf);
        }, next);
      });
    },
    async generateBundle() {
      for (const brand of brandKeys) {
        this.emitFile({
          type: "asset",
          fileName: `menus/${brand}.pdf`,
          source: await menuPdf(brand),
        });
      }
    },
  };
}
