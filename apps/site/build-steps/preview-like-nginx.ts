import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { matchPath } from "react-router";
import type { Plugin } from "vite";

// By its file: Node itself loads this, and cannot read TypeScript through a package.
import { paths } from "../../../libs/shell/src/routes/paths.ts";

const known = Object.values(paths);

/**
 * Makes `vite preview` answer addresses the way the production server does: a file by itself, a
 * prerendered page by its own HTML, a member's path or a referral link by the empty shell, anything else by
 * the 404 page with that status. Left alone, vite answers `/menu` with the home page.
 */
export function previewLikeNginx(): Plugin {
  return {
    name: "preview-like-nginx",
    configurePreviewServer(server) {
      const root = resolve(server.config.root, server.config.build.outDir);
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "/").split("?")[0] ?? "/";
        if (path.startsWith("/api/") || isFile(join(root, path))) return next();

        const page = `${path.replace(/\/+$/, "")}/index.html`;
        if (existsSync(join(root, page))) request.url = page;
        else if (known.some((pattern) => matchPath(pattern, path)))
          request.url = "/__spa-fallback.html";
        else {
          request.url = "/404/index.html";
          answerAsMissing(response);
        }
        next();
      });
    },
  };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // not there, or longer than a name can be
  }
}

/** Whatever is sent from here on, its status is 404. */
function answerAsMissing(response: { writeHead: unknown }) {
  const writeHead = (response.writeHead as (...rest: unknown[]) => unknown).bind(response);
  response.writeHead = (_status: number, ...rest: unknown[]) => writeHead(404, ...rest);
}
