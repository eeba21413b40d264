/**
 * A page of another site: `/?to=<address>` sends its visitor on, with the page as the referrer;
 * `/?to=<address>&quiet` without one. What an attacker's link, or a chat, would do.
 */
import { createServer } from "node:http";

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://other-site");
  const policy = searchParams.has("quiet") ? "no-referrer" : "strict-origin";
  const to = JSON.stringify(searchParams.get("to")).replaceAll("<", "\\u003c");
  response.setHeader("Content-Type", "text/html");
  response.setHeader("Referrer-Policy", policy);
  response.end(
    `<!doctype html><title>Another site</title><script>if (${to}) location.replace(${to});</script>`,
  );
}).listen(Number(process.argv[2]));
