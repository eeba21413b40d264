import { useProgrammeTiers } from "@loyalty/api-client/react";
import { useTexts } from "@loyalty/ui";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";

import { Question } from "../../room/question.tsx";
import { Helpful } from "./helpful.tsx";
import styles from "./points-faq.module.css";

/** What members ask about points, each answer behind its question (spec 000 §2 and §9). */
export function PointsFaq() {
  const t = useTexts(dashboardTexts);
  return (
    <section className={styles.faq} aria-labelledby="points-faq">
      <h2 id="points-faq">{t("faq.title")}</h2>
      {(["earn", "when", "redeem"] as const).map((topic) => (
        <Question key={topic} question={t(`faq.${topic}Question`)}>
          <p>{t(`faq.${topic}Answer`)}</p>
          <Helpful />
        </Question>
      ))}
      <Question question={t("faq.tiersQuestion")}>
        <TierList />
        <p>{t("faq.tiersRule")}</p>
        <Helpful />
      </Question>
    </section>
  );
}

function TierList() {
  const t = useTexts(dashboardTexts);
  const tiers = useProgrammeTiers();
  return (
    <ul>
      {tiers.map(({ name, floor, upLevelPointAmount, multiplierTenths }) => {
        const tier = { name, from: floor, multiplier: multiplierTenths / 10 };
        return (
          <li key={name}>
            {upLevelPointAmount === 0
              ? t("faq.tierWithoutCeiling", tier)
              : t("faq.tierWithCeiling", { ...tier, to: upLevelPointAmount - 1 })}
          </li>
        );
      })}
    </ul>
  );
}
