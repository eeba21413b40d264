import { hasStoredToken } from "@loyalty/api-client/session";
import { paths } from "@loyalty/shell/paths";
import { i18n } from "@loyalty/ui/i18n";
import styles from "@loyalty/ui/notice-page.module.css";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";

import { siteTexts } from "./texts/site.ts";

/**
 * Any path the table does not have leads on: to the dashboard if a token is stored, else home
 * (spec 000 §2). A server sends this page with status 404, so it also reads without JavaScript.
 */
export default function NotFoundPage() {
  const { t } = useTranslation(siteTexts);
  const navigate = useNavigate();

  useEffect(() => {
    void navigate(hasStoredToken() ? paths.dashboard : paths.home, { replace: true });
  }, [navigate]);

  return (
    <div className={styles.notice}>
      <h1>{t("notFound.title")}</h1>
      <p>{t("notFound.text")}</p>
      <Link to={paths.home}>{t("notFound.home")}</Link>
    </div>
  );
}

export function meta() {
  return [
    { title: i18n.t("notFound.title", { ns: siteTexts }) },
    { name: "robots", content: "noindex" },
  ];
}
