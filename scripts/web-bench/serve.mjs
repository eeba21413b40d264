import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
const squeezed = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".xml"]);

/**
 * Serves a folder of built pages as a production server does: compressed, a page by its own HTML, hashed files kept
 * for a year. There is no API behind it: its calls are answered as missing.
 *
 * @param {string} root folder of the pages
 * @param {number} port to listen on; 0 for any
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serve(root, port) {
  const kept = new Map();
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const { file, status } = fileOf(root, path);
    const zip =
      squeezed.has(extname(file)) && /gzip/.test(request.headers["accept-encoding"] ?? "");
    const key = `${file} ${zip}`;
    if (!kept.has(key)) kept.set(key, zip ? gzipSync(readFileSync(file)) : readFileSync(file));
    response.writeHead(status, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Cache-Control": path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "no-cache",
      "X-Content-Type-Options": "nosniff",
      ...(zip && { "Content-Encoding": "gzip", Vary: "Accept-Encoding" }),
    });
    response.end(kept.get(key));
  });
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  return {
    origin: `http://localhost:${server.address().port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function fileOf(root, path) {
  for (const file of [join(root, path), join(root, path, "index.html")]) {
    if (file.startsWith(root) && existsSync(file) && statSync(file).isFile()) {
      return { file, status: 200 };
    }
  }
  return { file: join(root, "404/index.html"), status: 404 };
}
