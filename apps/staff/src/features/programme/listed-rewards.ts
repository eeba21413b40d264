import { serverNow } from "@loyalty/api-client/http";

import { type CurrentProgramme, type DraftSummary, type WholeDraft } from "./queries.ts";
import { type ProgrammeReward } from "./reward-form.ts";

export const draftOf = (drafts: readonly DraftSummary[], rewardId: number) =>
  drafts.find(({ changes }) => changes.some(({ what }) => what === `reward ${rewardId}`));

export const rewardsOf = (draft: WholeDraft) =>
  (draft.document as unknown as CurrentProgramme["document"]).rewards;

export type Status = "active" | "later" | "draft" | "ended";

export interface ListedReward {
  reward: ProgrammeReward;
  status: Status;
  draft: DraftSummary | undefined;
  claimed: number;
  left: number | null;
}

/** The rewards in force and those that drafts add, each with how it stands. */
export function listed(
  { document, claimList }: CurrentProgramme,
  drafts: DraftSummary[],
): ListedReward[] {
  const now = serverNow().getTime();
  const known = new Set(document.rewards.map(({ id }) => id));
  const claims = new Map(claimList.map((each) => [each.id, each]));
  const statusOf = ({ active, starts, ends }: ProgrammeReward): Status => {
    if (!active || (ends !== null && Date.parse(ends) <= now)) return "ended";
    return starts !== null && Date.parse(starts) > now ? "later" : "active";
  };
  const inForce = document.rewards.map((reward) => ({
    reward,
    status: statusOf(reward),
    draft: draftOf(drafts, reward.id),
    claimed: claims.get(reward.id)?.claimed ?? 0,
    left: claims.get(reward.id)?.left ?? null,
  }));
  const added = drafts.flatMap((draft) =>
    newIn(draft)
      .filter(({ id }) => !known.has(id))
      .map((reward) => ({
        reward,
        status: "draft" as const,
        draft,
        claimed: 0,
        left: reward.stock,
      })),
  );
  return [...inForce, ...added];
}

function newIn({ changes }: DraftSummary): ProgrammeReward[] {
  const records = new Map<number, Record<string, unknown>>();
  for (const { what, field, before, after } of changes) {
    const [part, id] = what.split(" ");
    if (part !== "reward" || before !== null) continue;
    records.set(Number(id), { ...records.get(Number(id)), [field]: after });
  }
  return [...records]
    .filter(([, { title }]) => title !== undefined)
    .map(([id, values]) => ({ ...EMPTY, ...values, id }));
}

const EMPTY: Omit<ProgrammeReward, "id"> = {
  description: "",
  terms: "",
  sku: null,
  discount: "0.00",
  min_spend: "0.00",
  limit: null,
  kind: "points",
  type: 2,
  title: "",
  image: null,
  cost: 0,
  value: "0.00",
  tier: 0,
  stock: null,
  valid_days: 0,
  outlets: [],
  active: true,
  starts: null,
  ends: null,
  translations: {},
};
