import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, useRouteError } from "react-router";

import { Button } from "../components/button.tsx";
import { crashTexts } from "../texts.ts";
import styles from "./notice-page.module.css";

interface CrashScreenProps {
  /** Shown for a path that matches no pattern at all, not even `*`: one with a line break in it. */
  unknownPath?: ReactNode;
}

/** What is shown in the place of a page that failed to load or to render: an old chunk after a release, mostly. */
export function CrashScreen({ unknownPath }: CrashScreenProps) {
  const { t } = useTranslation(crashTexts);
  const error = useRouteError();
  if (unknownPath && isRouteErrorResponse(error) && error.status === 404) return unknownPath;

  return (
    <div role="alert" className={styles.notice}>
      <title>{t("title")}</title>
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
      <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
    </div>
  );
}
