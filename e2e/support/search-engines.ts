import type { APIRequestContext } from "@playwright/test";

import { publicPages } from "./routes.ts";
import { site } from "./servers.ts";
import { expect, test } from "./test.ts";

export interface Node {
  "@type": string;
  [field: string]: unknown;
}

const { host, port } = new URL(site);
/** Only browsers know that `*.localhost` is this machine. */
export const local = `http://127.0.0.1:${port}`;
export const headers = { Host: host };

/** A file of the site as search engines and link previews get it: as it is sent, before any script. */
export async function sent(request: APIRequestContext, path: string): Promise<string> {
  const answer = await request.get(`${local}${path}`, { headers });
  expect(answer.status()).toBe(200);
  return answer.text();
}

export function meta(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
}

export function nodesOf(html: string): Node[] {
  const found = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return found.flatMap(([, text]) => (JSON.parse(text!) as { "@graph": Node[] })["@graph"]);
}

export const of = (nodes: Node[], type: string) => nodes.filter((node) => node["@type"] === type);

/** Every public page, the sitemap and robots.txt name `origin` as the site's address, and no other one of ours. */
export async function expectOwnAddresses(
  request: APIRequestContext,
  origin: string,
): Promise<void> {
  for (const path of publicPages) {
    await test.step(path, async () => {
      const html = await sent(request, path);
      const nodes = nodesOf(html);
      const trail = of(nodes, "BreadcrumbList")[0]!["itemListElement"] as { item: string }[];
      const others = [...html.matchAll(/https?:\/\/[\w.:-]+/g)].map(([address]) => address);

      expect(/<link rel="canonical" href="([^"]+)"/.exec(html)![1]).toBe(`${origin}${path}`);
      expect(meta(html, "og:url")).toBe(`${origin}${path}`);
      for (const name of ["og:image", "twitter:image"])
        expect(new URL(meta(html, name)!).origin).toBe(origin);
      expect(of(nodes, "Organization")[0]).toMatchObject({
        "@id": `${origin}/#group`,
        url: `${origin}/`,
      });
      expect(trail.map(({ item }) => item)).toEqual(
        (path === "/" ? ["/"] : ["/", path]).map((each) => `${origin}${each}`),
      );
      expect(others.filter((each) => each !== origin && /localhost|\.invalid/.test(each))).toEqual(
        [],
      );
    });
  }
  const listed = [...(await sent(request, "/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)];
  expect(listed.map(([, address]) => address).sort()).toEqual(
    publicPages.map((path) => `${origin}${path}`).sort(),
  );
  expect(await sent(request, "/robots.txt")).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
}
