import { safeStorage } from "@loyalty/api-client/store";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatDate } from "@loyalty/ui/formats";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useRoleNames } from "../components/role-names.ts";
import { type Me, useMe } from "../queries/session.tsx";
import { staffTexts } from "../texts/staff.ts";

const storage = safeStorage(() => localStorage, "accountNotices");
const KEY = "seenNotices";

/**
 * What others did to one's account. What was read is kept by this browser alone: who came into the account by a user's
 * invitation cannot hide it from its owner.
 */
export function AccountNotices({ notices }: { notices: Me["noticeList"] }) {
  const { t } = useTranslation(staffTexts);
  const roleName = useRoleNames();
  const outlets = useMe().data?.outlets ?? [];
  const [seen, setSeen] = useState(() => new Set(storage.read(KEY)?.split(" ")));
  const dismiss = (id: string) => {
    const next = new Set([...seen, id]);
    storage.write(KEY, [...next].join(" "));
    setSeen(next);
  };
  return notices
    .filter(({ id }) => !seen.has(id))
    .map(({ id, by, at, grant }) => (
      <Alert key={id} kind="info">
        <p>
          {grant
            ? t("notices.role", { name: by, role: roleName(grant, outlets), date: formatDate(at) })
            : t("notices.passkey", { name: by, date: formatDate(at) })}
        </p>
        <Button variant="outline" onClick={() => dismiss(id)}>
          {t("notices.dismiss")}
        </Button>
      </Alert>
    ));
}
