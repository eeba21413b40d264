import { messageOf } from "@loyalty/api-client";
import { useValidVouchers } from "@loyalty/api-client/react";
import { buttonClass, Empty, Failed, SearchField, useSettled, useTexts } from "@loyalty/ui";
import { redeemPath } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { useState } from "react";
import { Link } from "react-router";

import { RewardTiles } from "../../../reward/reward-tile.tsx";
import { TilesWaiting } from "../../../reward/tiles-waiting.tsx";
import { VoucherTile } from "../../../reward/voucher-tile.tsx";
import styles from "./panel.module.css";

/** The vouchers the member can still use, found by a part of their code (spec 001 §2). */
export function MyRewardsPanel() {
  const t = useTexts(rewardsTexts);
  const [query, setQuery] = useState("");
  const wanted = useSettled(query.trim());
  const { data, error, isPending, isFetching, refetch } = useValidVouchers(wanted);

  if (isPending) return <TilesWaiting text={t("loading")} />;
  if (!data && error) {
    return (
      <Failed
        text={messageOf(error, t("failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.panel}>
      <SearchField label={t("mine.search")} value={query} onChange={setQuery} spelled />
      <p role="status" className={styles.count}>
        {t("results", { count: data.length })}
      </p>
      {data.length > 0 ? (
        <RewardTiles>
          {data.map((voucher) => (
            <li key={voucher.id}>
              <VoucherTile voucher={voucher} />
            </li>
          ))}
        </RewardTiles>
      ) : (
        <Empty text={t("noneFound")}>
          {wanted === "" && (
            <>
              <p>{t("mine.none")}</p>
              <Link className={buttonClass({ variant: "soft" })} to={redeemPath("promotion")}>
                {t("mine.promotions")}
              </Link>
            </>
          )}
        </Empty>
      )}
    </div>
  );
}
