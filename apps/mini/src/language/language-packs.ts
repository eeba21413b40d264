import type { LanguagePack } from "@loyalty/ui/texts/languages";

/** Where downloaded packs are kept. The service worker leaves this cache to them. */
export const PACK_CACHE = "language-packs";

const addressOf = (code: string) => `/languages/${code}.json`;

/** The texts of a language: the newest where there is a network, otherwise the downloaded ones. */
export async function fetchPack(code: string): Promise<LanguagePack> {
  const address = addressOf(code);
  const kept = await keptPack(address);
  try {
    const answer = await fetch(address, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    // What was downloaded stays as new as the app.
    if (kept) await (await caches.open(PACK_CACHE)).put(address, answer.clone());
    return (await answer.json()) as LanguagePack;
  } catch (error) {
    if (kept) return (await kept.json()) as LanguagePack;
    throw error;
  }
}

// No Cache Storage outside a secure context: then nothing is kept.
async function keptPack(address: string): Promise<Response | undefined> {
  if (!("caches" in globalThis)) return undefined;
  return (await caches.open(PACK_CACHE)).match(address);
}
