import { TIERS, type TierRule } from "@loyalty/api-client/rules/points";
import type { Content } from "@loyalty/api-client/wire";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import {
  createContext,
  lazy,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";

interface Published {
  /** Null where it is what the page was built with. */
  content: Content | null;
  tiers: readonly TierRule[];
  requestTiers: () => void;
}

const PublishedContext = createContext<Published>({
  content: null,
  tiers: TIERS,
  requestTiers: () => {},
});

const PublishedQueries = lazy(() => import("./published-queries.tsx"));

/**
 * Shows the pages below what was published since the build. A page is hydrated as it was built; the queries are loaded
 * afterwards, with TanStack Query, whose 12 kB public pages do not need before.
 */
export function PublishedContent({ children }: { children: ReactNode }) {
  const [content, setContent] = useState<Content | null>(null);
  const [tiers, setTiers] = useState<readonly TierRule[]>(TIERS);
  const [areTiersNeeded, setAreTiersNeeded] = useState(false);
  const [isHydrated, setIsHydrated] = useState(false);
  const requestTiers = useCallback(() => setAreTiersNeeded(true), []);
  const value = useMemo(() => ({ content, tiers, requestTiers }), [content, tiers, requestTiers]);
  useEffect(() => setIsHydrated(true), []);
  return (
    <PublishedContext value={value}>
      {children}
      {isHydrated && (
        <LazyBoundary>
          <PublishedQueries
            areTiersNeeded={areTiersNeeded}
            onContent={setContent}
            onTiers={setTiers}
          />
        </LazyBoundary>
      )}
    </PublishedContext>
  );
}

/** What was published since the build; null where that is nothing, or nothing is known yet. */
export const useNewerContent = (): Content | null => use(PublishedContext).content;

/**
 * The tiers with their floors and multipliers: those of the documents, as the prerendered page has them, until the API
 * has sent the current ones. Members' pages, which have the queries at once, use `useTierRules`.
 */
export function useProgrammeTiers(): readonly TierRule[] {
  const { tiers, requestTiers } = use(PublishedContext);
  useEffect(requestTiers, [requestTiers]);
  return tiers;
}
