import { affordableFirst, messageOf } from "@loyalty/api-client";
import { useMember, useRewards, useTierRewards } from "@loyalty/api-client/react";
import {
  Empty,
  Failed,
  SearchField,
  useProgrammeWords,
  useSettled,
  useTexts,
  VisuallyHidden,
} from "@loyalty/ui";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { useState } from "react";

import { RewardTiles } from "../../../reward/reward-tile.tsx";
import { TilesWaiting } from "../../../reward/tiles-waiting.tsx";
import { CatalogueTile } from "../../../reward/catalogue-tile.tsx";
import { withWords } from "./catalogue-search.ts";
import styles from "./panel.module.css";
import { TierTile } from "./tier-tile.tsx";

/** The catalogue, what is in reach first, and below it what the tiers bring. */
export function PromotionPanel() {
  const t = useTexts(rewardsTexts);
  const wordsOf = useProgrammeWords();
  const [query, setQuery] = useState("");
  const wanted = useSettled(query);
  const { data: member } = useMember();
  const catalogue = useRewards();
  const tiers = useTierRewards();

  if (catalogue.isPending || (tiers.isPending && !tiers.isPaused))
    return <TilesWaiting text={t("loading")} />;
  if (!catalogue.data) {
    return (
      <Failed
        text={messageOf(catalogue.error, t("failed"))}
        busy={catalogue.isFetching}
        onRetry={() => void catalogue.refetch()}
      />
    );
  }
  const points = member?.memberPointAmount;
  const offered = affordableFirst(catalogue.data, points ?? 0);
  const ofTiers = tiers.data ?? [];
  if (offered.length + ofTiers.length === 0) {
    return (
      <Empty text={t("promotion.none")}>
        <p>{t("promotion.noneHint")}</p>
      </Empty>
    );
  }
  const read = (english: string) => wordsOf(english).words;
  const found = withWords(offered, wanted, read);
  const foundOfTiers = withWords(ofTiers, wanted, read);
  const count = found.length + foundOfTiers.length;

  return (
    <div className={styles.panel}>
      <SearchField label={t("promotion.search")} value={query} onChange={setQuery} />
      <p role="status" className={styles.count}>
        {t("results", { count })}
      </p>
      {count === 0 && <Empty text={t("noneFound")} />}
      {found.length > 0 && (
        <>
          <VisuallyHidden>
            <h2>{t("promotion.catalogue")}</h2>
          </VisuallyHidden>
          <RewardTiles>
            {found.map((reward) => (
              <li key={reward.id}>
                <CatalogueTile reward={reward} points={points} />
              </li>
            ))}
          </RewardTiles>
        </>
      )}
      {foundOfTiers.length > 0 && (
        <>
          <h2 className={styles.heading}>{t("promotion.ofTiers")}</h2>
          <RewardTiles>
            {foundOfTiers.map((reward) => (
              <li key={reward.id}>
                <TierTile reward={reward} />
              </li>
            ))}
          </RewardTiles>
        </>
      )}
    </div>
  );
}
