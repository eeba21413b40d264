import { Button, RichText, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";
import { useState } from "react";
import { Link } from "react-router";

import styles from "./helpful.module.css";

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
