import { Button } from "@loyalty/ui/button";
import textStyles from "@loyalty/ui/text.module.css";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Page } from "../../components/page.tsx";
import { reconcileTexts } from "../../texts/reconcile.ts";
import styles from "./reconcile.module.css";

const STEPS = ["file", "columns", "result"] as const;

interface StepPageProps {
  step: (typeof STEPS)[number];
  /** The name of the file. */
  file?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One of the steps of /reconcile, with which of them are done. */
export function StepPage({ step, file, action, children }: StepPageProps) {
  const { t } = useTranslation(reconcileTexts);
  const at = STEPS.indexOf(step);
  return (
    <Page
      title={t("title")}
      wide
      beside={
        <>
          <ol className={styles.steps}>
            {STEPS.map((each, place) => (
              <li key={each} aria-current={place === at ? "step" : undefined}>
                <b aria-hidden="true">{place < at ? <Check size={14} /> : place + 1}</b>
                {t(`steps.${each}`)}
              </li>
            ))}
          </ol>
          {file && <span className={textStyles.note}>{file}</span>}
        </>
      }
      action={action}
    >
      {children}
    </Page>
  );
}

/** Goes back to the first step. */
export function OtherFile({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation(reconcileTexts);
  return (
    <Button variant="outline" onClick={onClick}>
      {t("other")}
    </Button>
  );
}
