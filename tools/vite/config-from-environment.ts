import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Which setting replaces which line of config.json, and how it is spelt there. */
const overrides = {
  productionHost: () =>
    process.env.LOYALTY_SITE_ORIGIN && new URL(process.env.LOYALTY_SITE_ORIGIN).host,
  miniOrigin: () => process.env.LOYALTY_MINI_ORIGIN,
  handoff: () => process.env.LOYALTY_HANDOFF,
};

/**
 * Answers `/config.json` from the app's own file with the environment's origins in it, while
 * vite serves (development and preview). One build can so be tried on any two hosts; in
 * production the file itself is replaced (`docs/handoff.md`).
 *
 * @param file path of the app's `public/config.json`
 */
export function configFromEnvironment(file: string): Plugin {
  const answer = () => {
    const config = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    for (const [name, value] of Object.entries(overrides)) {
      const replacement = value();
      if (replacement !== undefined && replacement !== "") config[name] = replacement;
    }
    return JSON.stringify(config);
  };
  type Server = {
    middlewares: { use: (path: string, handle: (req: unknown, res: Reply) => void) => void };
  };
  type Reply = { setHeader: (name: string, value: string) => void; end: (body: string) => void };
  // Returns nothing: what a hook returns would be called as a second hook.
  const serve = (server: Server): void => {
    server.middlewares.use("/config.json", (_req, res) => {
      res.setHeader("Content-Type", "application/json");
      res.setHeader("Cache-Control", "no-store");
      res.end(answer());
    });
  };
  return {
    name: "config-from-environment",
    configureServer: (server) => serve(server as unknown as Server),
    configurePreviewServer: (server) => serve(server as unknown as Server),
  };
}
