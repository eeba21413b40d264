import { useTierRules } from "@loyalty/api-client/react/points";
import { Button } from "@loyalty/ui/button";
import { paths } from "@loyalty/shell/paths";
import { Cluster } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";

import { FaqItem } from "../../components/member-page.tsx";
import { dashboardTexts } from "./texts.ts";
import styles from "./points-faq.module.css";

/** Frequent questions about points; each opens to its answer (spec 000 §2 and §9). */
export function PointsFaq() {
  const { t } = useTranslation(dashboardTexts);
  return (
    <details className={`${styles.faq} ${surfaceStyles.card}`}>
      <summary>
        <h2>{t("faq.title")}</h2>
        <ChevronDown aria-hidden="true" size={20} />
      </summary>
      {(["earn", "when", "redeem"] as const).map((topic) => (
        <FaqItem key={topic} question={t(`faq.${topic}Question`)}>
          <p>{t(`faq.${topic}Answer`)}</p>
          <Helpful />
        </FaqItem>
      ))}
      <FaqItem question={t("faq.tiersQuestion")}>
        <TierList />
        <p>{t("faq.tiersRule")}</p>
        <Helpful />
      </FaqItem>
    </details>
  );
}

function TierList() {
  const { t } = useTranslation(dashboardTexts);
  const tiers = useTierRules();
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

/** Yes and No under an answer. Nothing is counted; after No there is a link to the contact page. */
function Helpful() {
  const { t } = useTranslation(dashboardTexts);
  const [answer, setAnswer] = useState<"yes" | "no" | null>(null);

  return (
    <Cluster gap={3} className={textStyles.note}>
      <span aria-hidden="true">{t("faq.helpful")}</span>
      <Cluster role="group" aria-label={t("faq.helpful")} gap={2}>
        {(["yes", "no"] as const).map((choice) => (
          <Button
            key={choice}
            variant="outline"
            aria-pressed={answer === choice}
            onClick={() => setAnswer(choice)}
          >
            {t(`faq.${choice}`)}
          </Button>
        ))}
      </Cluster>
      <p role="status">
        {answer === "yes" && <span>{t("faq.thanks")}</span>}
        {answer === "no" && (
          <Trans
            ns={dashboardTexts}
            i18nKey="faq.askUs"
            components={{ contact: <Link to={paths.contact} /> }}
          />
        )}
      </p>
    </Cluster>
  );
}
