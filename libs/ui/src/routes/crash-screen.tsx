import { hasStoredToken } from "@loyalty/api-client/session/token-store.ts";
import { isRouteErrorResponse, Navigate, useRouteError } from "react-router";

import { useTexts } from "../i18n/i18n.ts";
import { Button } from "../primitives/button.tsx";
import { crashTexts } from "../texts/crash.ts";
import styles from "./notice-page.module.css";
import { paths } from "./paths.ts";

/** Any path the table does not have: the dashboard if a token is stored, else home, spec 000 §2. */
export function UnknownPath() {
  return <Navigate to={hasStoredToken() ? paths.dashboard : paths.home} replace />;
}

/** What is shown in the place of a page that failed to load or to render: an old chunk after a release, mostly. */
export function CrashScreen() {
  const t = useTexts(crashTexts);
  const error = useRouteError();
  // A path with a line break in it matches no pattern at all, not even `*`.
  if (isRouteErrorResponse(error) && error.status === 404) return <UnknownPath />;

  return (
    <div role="alert" className={styles.notice}>
      <title>{t("title")}</title>
      <h1>{t("title")}</h1>
      <p>{t("text")}</p>
      <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
    </div>
  );
}
