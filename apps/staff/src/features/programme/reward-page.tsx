import { Empty } from "@loyalty/ui/states";
import { QueryResult } from "@loyalty/ui/query-result";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { rewardsTexts } from "../../texts/office-rewards.ts";
import {
  type CurrentProgramme,
  useProgramme,
  useUnfinishedDrafts,
  type WholeDraft,
  useWholeDraft,
} from "./queries.ts";
import { type ProgrammeReward } from "./reward-form.ts";
import { draftOf, rewardsOf } from "./listed-rewards.ts";
import { RewardEditor } from "./reward-editor.tsx";

/** /rewards/7, and /rewards/new: one reward in a form. */
export function RewardPage({ rewardId }: { rewardId: number | null }) {
  const { t } = useTranslation(rewardsTexts);
  const programme = useProgramme();
  const drafts = useUnfinishedDrafts();
  return (
    <QueryResult query={programme} loading={t("loading")} failed={t("failed")} height="30rem">
      {(current) => (
        <QueryResult query={drafts} loading={t("loading")} failed={t("failed")} height="30rem">
          {(unfinished) => (
            <Chosen
              key={rewardId}
              current={current}
              draftId={rewardId === null ? null : (draftOf(unfinished, rewardId)?.id ?? null)}
              rewardId={rewardId}
            />
          )}
        </QueryResult>
      )}
    </QueryResult>
  );
}

/** Stays with the draft that there was at first: one that is begun here is the form's own. */
function Chosen({ draftId, ...props }: RewardProps & { draftId: number | null }) {
  const [first] = useState(draftId);
  return first === null ? (
    <Loaded {...props} draft={null} />
  ) : (
    <WithDraft {...props} draftId={first} />
  );
}

interface RewardProps {
  current: CurrentProgramme;
  rewardId: number | null;
}

function WithDraft({ draftId, ...props }: RewardProps & { draftId: number }) {
  const { t } = useTranslation(rewardsTexts);
  const query = useWholeDraft(draftId);
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="30rem">
      {(draft) => <Loaded {...props} draft={draft} />}
    </QueryResult>
  );
}

function Loaded({ current, draft, rewardId }: RewardProps & { draft: WholeDraft | null }) {
  const { t } = useTranslation(rewardsTexts);
  const byId = ({ id }: ProgrammeReward) => id === rewardId;
  const inForce = current.document.rewards.find(byId) ?? null;
  const wanted = draft === null ? inForce : (rewardsOf(draft).find(byId) ?? null);
  if (rewardId !== null && wanted === null) return <Empty text={t("unknown")} />;
  return <RewardEditor current={current} inForce={inForce} wanted={wanted} first={draft} />;
}
