import { useTexts } from "@loyalty/ui";
import { redeemPath } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { Link } from "react-router";

import styles from "./tab-links.module.css";

const tabs = ["promotion", "my-rewards", "history"] as const;
export type RedeemTab = (typeof tabs)[number];

/** The tab that the address names, or the first (spec 001 §2). */
export function tabOf(name: string | null): RedeemTab {
  return tabs.find((tab) => tab === name) ?? "promotion";
}

/** Promotion, My Rewards, History. They are links, so that Back leads to the tab before. */
export function TabLinks({ active }: { active: RedeemTab }) {
  const t = useTexts(rewardsTexts);
  return (
    <nav aria-label={t("tabs.label")}>
      <ul role="list" className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={redeemPath(tab)}
              className={styles.tab}
              aria-current={tab === active ? "page" : undefined}
              preventScrollReset
            >
              {t(`tabs.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
