import { useMember } from "@loyalty/api-client/react/members.ts";
import { useMembershipPoints, useTiers } from "@loyalty/api-client/react/points.ts";
import { useProgrammeTiers } from "@loyalty/api-client/react/programme-tiers.ts";
import {
  pointsToGo,
  tierProgress,
  type TierRule,
  TIERS,
} from "@loyalty/api-client/rules/points.ts";

import { formatList } from "../i18n/formats.ts";
import { useTexts } from "../i18n/i18n.ts";
import { faqTexts } from "../texts/faq.ts";

/** What is known of a member's way to the next tier. */
export type TierStatus =
  | { status: "loading" }
  /** The records could not be loaded. */
  | { status: "failed" }
  /** The records are there and do not fit together. */
  | { status: "unclear" }
  /** There is no next tier. */
  | { status: "top"; current: number }
  | {
      status: "climbing";
      /** Points that count for the tier. */
      current: number;
      target: number;
      percent: number;
      missing: number;
      nextName: string;
    };

interface TierRecord {
  level: number;
  name: string;
  upLevelPointAmount: number;
}

/**
 * The tier status of a member of `level` with `points` that count for the tier. The next level is level + 1, otherwise
 * there is none (spec 000 §2).
 */
export function tierStatusOf(
  points: number,
  level: number,
  tiers: readonly TierRecord[],
): TierStatus {
  const tier = tiers.find((candidate) => candidate.level === level);
  if (!tier || !Number.isFinite(points)) return { status: "unclear" };
  const next = tiers.find((candidate) => candidate.level === level + 1);
  if (!next) return { status: "top", current: points };
  const target = tier.upLevelPointAmount;
  return {
    status: "climbing",
    current: points,
    target,
    percent: tierProgress(points, target),
    missing: pointsToGo(points, target),
    nextName: next.name,
  };
}

/** What could not be had, in the words of spec 000 §8: the record, the points, the tiers; or none fits the record. */
export type TierStatusFailure = {
  what: "member" | "points" | "tiers" | "level";
  error: Error | null;
};

/** The signed-in member's way to the next tier, from the three records it takes, and how to ask for them again. */
export function useTierStatus(): {
  tierStatus: TierStatus;
  failure: TierStatusFailure | null;
  retry: () => void;
} {
  const member = useMember();
  const points = useMembershipPoints();
  const tiers = useTiers();
  const queries = { member, points, tiers };

  // Without a network the last known card is shown, and the app shows how old it is: that is no failure.
  // While another part is still being asked for, Try Again would leave it out: then the failure waits for its answer.
  const asking = Object.values(queries).some((query) => query.isLoading);
  const failed = (["member", "points", "tiers"] as const).find(
    (what) =>
      !asking && queries[what].isError && (queries[what].data === undefined || navigator.onLine),
  );
  const tierStatus: TierStatus =
    member.data && points.data !== undefined && tiers.data
      ? tierStatusOf(points.data, member.data.membershipLevel, tiers.data)
      : { status: failed ? "failed" : "loading" };

  const failure: TierStatusFailure | null = failed
    ? { what: failed, error: queries[failed].error }
    : tierStatus.status === "unclear"
      ? { what: "level", error: null }
      : null;
  const retry = () => {
    for (const query of Object.values(queries)) {
      if (query.isError || tierStatus.status === "unclear") void query.refetch();
    }
  };
  return { tierStatus, failure, retry };
}

/** Where each tier begins and what a ringgit earns there, as part of a sentence in the reader's language. */
export function useTierWords(): string {
  const t = useTexts(faqTexts);
  return inWords(useProgrammeTiers(), (tier) => t("tier", tier));
}

/** The same in the words that the catalogue says now, for what is prerendered beside the page. */
export const tierWords = (): string => inWords(TIERS, (tier) => faqTexts.t("tier", tier));

function inWords(
  tiers: readonly TierRule[],
  sentence: (tier: { name: string; points: number; multiplier: number }) => string,
): string {
  return formatList(
    tiers.map(({ name, floor, multiplierTenths }) =>
      sentence({ name, points: floor, multiplier: multiplierTenths / 10 }),
    ),
  );
}
