import { messageOf } from "@loyalty/api-client";
import { Failed, Loading, Skeleton, useProgrammeWords, useTexts } from "@loyalty/ui";
import { redeemPath } from "@loyalty/ui/routes";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { useParams, useSearchParams } from "react-router";

import { Room } from "../../../room/room.tsx";
import { RewardActions } from "./reward-actions.tsx";
import { RewardBody } from "./reward-body.tsx";
import { kindOf, useRewardView } from "./use-reward-view.ts";

/** /reward/{id}: one reward of the catalogue, of a tier, or one of the member's own (spec 001 §2). */
export function RewardScreen() {
  const t = useTexts(rewardTexts);
  const wordsOf = useProgrammeWords();
  const [query] = useSearchParams();
  const { id: written = "" } = useParams();
  const kind = kindOf(query);
  const id = /^[1-9][0-9]{0,17}$/.test(written) ? Number(written) : null;
  const page = useRewardView(kind, id);
  const { view } = page;
  const back = {
    to: redeemPath(kind === "voucher" ? "my-rewards" : "promotion"),
    label: t("back"),
  };

  return (
    <Room title={view ? wordsOf(view.title).words : t("title")} back={back}>
      {id === null ? (
        <Failed text={t("noId")} />
      ) : view ? (
        <>
          <RewardBody page={page} view={view} />
          <RewardActions key={`${kind}-${id}`} page={page} view={view} />
        </>
      ) : page.error || page.isPaused ? (
        <Failed
          text={messageOf(page.error, t(kind === "membership" ? "tierFailed" : "failed"))}
          busy={page.isFetching}
          onRetry={page.retry}
        />
      ) : (
        <Loading text={t("loading")}>
          <Skeleton height="60dvh" />
        </Loading>
      )}
    </Room>
  );
}
