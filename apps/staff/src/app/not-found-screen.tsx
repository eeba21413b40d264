import { Empty } from "@loyalty/ui/states";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Page } from "../components/page.tsx";
import { paths } from "../paths.ts";
import { staffTexts } from "../texts/staff.ts";

/** An address that no page has. */
export function NotFoundScreen() {
  const { t } = useTranslation(staffTexts);
  return (
    <main>
      <Page title={t("notFound.title")} narrow>
        <Empty text={t("notFound.text")}>
          <Link to={paths.start}>{t("notFound.start")}</Link>
        </Empty>
      </Page>
    </main>
  );
}
