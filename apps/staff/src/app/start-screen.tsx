import { QueryResult } from "@loyalty/ui/query-result";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";

import { officeScreens } from "../office-screens.ts";
import { paths } from "../paths.ts";
import { hasPermission, useMe } from "../queries/session.tsx";
import { staffTexts } from "../texts/staff.ts";
import { useTill } from "../till/queries.ts";

/** `/`: leads to the first screen that the person's roles open, to the counter of a till, or to the sign-in. */
export function StartScreen() {
  const { t } = useTranslation(staffTexts);
  const query = useMe();
  // A tablet that is a till opens its counter, also without the network.
  const till = useTill();
  if (till.data && (!query.data || query.data.till)) {
    return <Navigate to={paths.counter} replace />;
  }
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("noNetwork")} height="12rem">
      {(me) => {
        if (me === null) return <Navigate to={paths.signIn} replace />;
        const first = officeScreens.find(({ operation }) => hasPermission(me, operation));
        return <Navigate to={first?.path ?? paths.account} replace />;
      }}
    </QueryResult>
  );
}
