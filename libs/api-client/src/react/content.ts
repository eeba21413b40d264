import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";

import { networkError } from "../errors.ts";
import { contentAddress, previewAddress } from "../http.ts";
import { localStore, storedJson } from "../store.ts";
import type { Content } from "../wire.ts";
import { keys } from "./queries.ts";

/** How old content may be before a tab that is looked at again fetches it. */
const STALE_TIME_MS = 60_000;

/** What is published, with the tag of the response; `content` is null where it is what the app was built with. */
interface Published {
  tag: string;
  content: Content | null;
}

interface Stored extends Published {
  language: string;
  /** The tag of what the app was built with then: another build may read documents of another form. */
  build: string;
}

const stored = storedJson<Stored>(localStore, "content");

const contentOptions = (language: string, build: string) =>
  queryOptions({
    queryKey: keys.content(language, build),
    queryFn: async ({ client, queryKey, signal }) => {
      const known = client.getQueryData<Published>(queryKey) ?? { tag: build, content: null };
      const published = await getContent(language, build, known, signal);
      if (published.content === null) stored.clear();
      else stored.write({ ...published, language, build });
      return published;
    },
    initialData: (): Published | undefined => {
      const found = stored.read();
      return found?.language === language && found.build === build ? found : undefined;
    },
    initialDataUpdatedAt: 0,
    staleTime: STALE_TIME_MS,
    // The page shows what it was built with.
    retry: false,
    select: ({ content }) => content,
  });

/**
 * What was published since the build, in English and one language: null where that is nothing, undefined until it is known.
 *
 * @param build the tag under which the API sends what the app was built with
 */
export const useNewestContent = (language: string, build: string): Content | null | undefined =>
  useQuery(contentOptions(language, build)).data;

/**
 * The content with every draft published, which this browser does not keep. Who comes back to the tab sees the newest draft.
 *
 * @param token of the link that an editor has; null: nothing is asked
 */
export const usePreviewedContent = (language: string, token: string | null) =>
  useQuery({
    queryKey: keys.preview(language, token),
    queryFn:
      token === null
        ? skipToken
        : async ({ signal }) => {
            const address = previewAddress(language, token);
            const response = await fetch(address, { credentials: "omit", signal });
            if (!response.ok)
              throw new Error(`GET /content/preview was answered ${response.status}`);
            return (await response.json()) as Content;
          },
    retry: false,
    staleTime: 0,
  });

/** `GET /content`, without the session's token, so that proxies may answer it. */
async function getContent(
  language: string,
  build: string,
  known: Published,
  signal: AbortSignal,
): Promise<Published> {
  const response = await fetch(contentAddress(language), {
    headers: { "If-None-Match": `"${known.tag}"` },
    credentials: "omit",
    signal,
  }).catch((cause: unknown) => {
    throw networkError(cause);
  });
  if (response.status === 304) return known;
  if (!response.ok) throw new Error(`GET /content was answered ${response.status}`);
  const content = (await response.json()) as Content;
  // A proxy that compresses makes it a weak tag.
  const tag = /"([^"]*)"/.exec(response.headers.get("ETag") ?? "")?.[1] ?? "";
  return { tag, content: tag === build ? null : content };
}
