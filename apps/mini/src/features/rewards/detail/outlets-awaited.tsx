import { Failed, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { rewardTexts } from "@loyalty/ui/texts/reward";

import type { RewardPage } from "./use-reward-view.ts";

/** In the place of a reward's outlets while its list alone told of it: they are on their way, or need a network. */
export function OutletsAwaited({ page }: { page: RewardPage }) {
  const t = useTexts(rewardTexts);
  const { error, isFetching, retry } = page;
  if (isFetching && !error) {
    return (
      <Loading text={t("loading")}>
        <Skeleton height="3.5rem" />
      </Loading>
    );
  }
  return <Failed text={t("outlets.needNetwork")} busy={isFetching} onRetry={retry} />;
}
