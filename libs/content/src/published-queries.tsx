import { useNewestContent, usePreviewedContent } from "@loyalty/api-client/react/content";
import { useTierRules } from "@loyalty/api-client/react/points";
import { QueryProvider } from "@loyalty/api-client/react/query-client";
import type { TierRule } from "@loyalty/api-client/rules/points";
import type { Content } from "@loyalty/api-client/wire";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { lazy, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import tags from "./snapshot/tags.json";

interface PublishedQueriesProps {
  areTiersNeeded: boolean;
  onContent: (content: Content | null) => void;
  onTiers: (tiers: readonly TierRule[]) => void;
}

const PreviewNotice = lazy(() => import("./preview-notice.tsx"));

/** The queries of `PublishedContent`. */
export default function PublishedQueries(props: PublishedQueriesProps) {
  return (
    <QueryProvider>
      <Queries {...props} />
    </QueryProvider>
  );
}

function Queries({ areTiersNeeded, onContent, onTiers }: PublishedQueriesProps) {
  const { language } = useTranslation().i18n;
  const newest = useNewestContent(language, (tags as Record<string, string>)[language] ?? "");
  // Of the address that the page was opened with: the pages that are visited from there are previewed too.
  const [token] = useState(() => new URLSearchParams(location.search).get("preview"));
  const preview = usePreviewedContent(language, token);
  const content = preview.data ?? newest;
  const tiers = useTierRules(areTiersNeeded);
  // Until another language has come, what is known stays.
  useEffect(() => {
    if (content !== undefined) onContent(content);
  }, [content, onContent]);
  useEffect(() => onTiers(tiers), [tiers, onTiers]);
  if (token === null) return null;
  return (
    <LazyBoundary>
      <PreviewNotice hasEnded={preview.isError} />
    </LazyBoundary>
  );
}
