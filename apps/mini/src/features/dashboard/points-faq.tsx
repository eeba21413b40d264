import { useProgrammeTiers } from "@loyalty/api-client/react";
import { Button, RichText, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";
import { useState } from "react";
import { Link } from "react-router";

import { Question } from "../../page/faq-item.tsx";
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

/** Yes and No under an answer. Nothing is counted; a No leads to people who can help. */
export function Helpful() {
  const t = useTexts(dashboardTexts);
  const [verdict, setVerdict] = useState<"yes" | "no" | null>(null);

  return (
    <div className={styles.helpful}>
      <span aria-hidden="true">{t("faq.helpful")}</span>
      <div role="group" aria-label={t("faq.helpful")} className={styles.buttons}>
        {(["yes", "no"] as const).map((answer) => (
          <Button
            key={answer}
            variant="outline"
            aria-pressed={verdict === answer}
            onClick={() => setVerdict(answer)}
          >
            {t(`faq.${answer}`)}
          </Button>
        ))}
      </div>
      <p role="status">
        {verdict === "yes" && t("faq.thanks")}
        {verdict === "no" && (
          <RichText
            texts={dashboardTexts}
            name="faq.askUs"
            parts={{ contact: <Link to={paths.contact} /> }}
          />
        )}
      </p>
    </div>
  );
}
