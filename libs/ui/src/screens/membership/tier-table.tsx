import { nextTier, type TierRule } from "@loyalty/api-client";
import { useProgrammeTiers } from "@loyalty/api-client/react";

import { Section } from "../../content/section.tsx";
import { membershipTexts } from "../../texts/membership.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./tier-table.module.css";

/** The tiers: where each begins and what a ringgit earns there (spec 000 §9, or as the programme says now). */
export function TierTable() {
  const t = useTexts(membershipTexts);
  const tiers = useProgrammeTiers();
  return (
    <Section title={t("tiers.title")}>
      <p>{t("tiers.text")}</p>
      <ul role="list" className={styles.tiers}>
        {tiers.map((tier) => (
          <TierCard key={tier.level} tier={tier} above={nextTier(tier.level, tiers)} />
        ))}
      </ul>
    </Section>
  );
}

function TierCard({ tier, above }: { tier: TierRule; above: TierRule | null }) {
  const t = useTexts(membershipTexts);
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
