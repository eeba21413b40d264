import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Empty } from "@loyalty/ui/primitives/states.tsx";

import { Page } from "../page/page.tsx";
import { staffTexts } from "../texts/staff.ts";

/** An address that no page has. */
export function NotFoundScreen() {
  const t = useTexts(staffTexts);
  return (
    <Page title={t("notFound.title")}>
      <Empty text={t("notFound.text")} />
    </Page>
  );
}
