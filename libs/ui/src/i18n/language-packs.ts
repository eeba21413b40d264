import type { Sentences } from "./i18n.ts";

/** Written in by scripts/language-packs.ts: where each language's texts are in this release, and what they weigh. */
declare const LANGUAGE_PACKS: Record<string, { address: string; bytes: number }>;

const packs = typeof LANGUAGE_PACKS === "undefined" ? {} : LANGUAGE_PACKS;

/** The address of a language's texts in this release. Its content is in its name, so that an open tab keeps its own. */
export function packAddress(code: string): string {
  const pack = packs[code];
  if (!pack) throw new Error(`This release has no texts in ${code}`);
  return pack.address;
}

/** The size of a language's texts on a device, in bytes. */
export const packBytes = (code: string): number => packs[code]?.bytes ?? 0;

export type LanguagePack = Record<string, Sentences>;

/** Where downloaded packs are kept. The service worker answers from it and keeps it as new as the app. */
const PACK_CACHE = "language-packs";

/** `/assets/languages/ms-1a2b3c4d.json`: which language a pack is in. */
const codeOf = ({ url }: Request) => /\/languages\/(\w+)-\w+\.json$/.exec(url)?.[1];

/** The requests of what is kept: nothing outside a secure context, which has no Cache Storage. */
const cachedRequests = async () =>
  "caches" in globalThis ? (await caches.open(PACK_CACHE)).keys() : [];

/** The texts of a language: this release's, and where they cannot be fetched the ones that were downloaded. */
export async function fetchPack(code: string): Promise<LanguagePack> {
  try {
    return (await (await answerFor(code)).json()) as LanguagePack;
  } catch (error) {
    const kept = (await cachedRequests()).find((request) => codeOf(request) === code);
    const answer = kept && (await caches.match(kept));
    if (!answer) throw error;
    return (await answer.json()) as LanguagePack;
  }
}

export async function downloadedPacks(): Promise<string[]> {
  return (await cachedRequests()).map(codeOf).filter((code) => code !== undefined);
}

/** Downloads a language, so that it can be used without a network. Fails where nothing can be fetched or kept. */
export async function downloadPack(code: string): Promise<void> {
  const answer = await answerFor(code);
  await (await caches.open(PACK_CACHE)).put(packAddress(code), answer);
}

/** Takes a downloaded language out of this device's storage. */
export async function deletePack(code: string): Promise<void> {
  const cache = await caches.open(PACK_CACHE);
  const dropped = (await cachedRequests()).filter((request) => codeOf(request) === code);
  await Promise.all(dropped.map((request) => cache.delete(request)));
}

async function answerFor(code: string): Promise<Response> {
  const answer = await fetch(packAddress(code));
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer;
}
