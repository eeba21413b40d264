import { nextTier, TIERS, type TierRule } from "@loyalty/api-client";

import { Section } from "../../content/section.tsx";
import { membershipTexts } from "../../texts/membership.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./tier-table.module.css";

/** The four tiers: where each begins and what a ringgit earns there (spec 000 §9). */
export function TierTable() {
  const t = useTexts(membershipTexts);
  return (
    <Section title={t("tiers.title")}>
      <p>{t("tiers.text")}</p>
      <ul role="list" className={styles.tiers}>
        {TIERS.map((tier) => (
          <TierCard key={tier.level} tier={tier} />
        ))}
      </ul>
    </Section>
  );
}

function TierCard({ tier }: { tier: TierRule }) {
  const t = useTexts(membershipTexts);
  const above = nextTier(tier.level, TIERS);
  return (
    <li className={styles.tier}>
      <h3 className={styles.name} data-level={tier.level}>
        {tier.name}
      </h3>
      <p className={styles.points}>
        {above
          ? t("tiers.range", { from: tier.floor, to: above.floor - 1 })
          : t("tiers.from", { points: tier.floor })}
      </p>
      <p>{t("tiers.multiplier", { multiplier: tier.multiplierTenths / 10 })}</p>
    </li>
  );
}
