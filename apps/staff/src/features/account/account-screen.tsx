import { messageOf } from "@loyalty/api-client/errors";
import { canUsePasskeys } from "@loyalty/api-client/passkeys";
import { Button } from "@loyalty/ui/button";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { formatDateTime, formatTime } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { showToast } from "@loyalty/ui/toast";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { QueryTable } from "../../components/desk-table.tsx";
import { Page, Section } from "../../components/page.tsx";
import { useRoleNames } from "../../components/role-names.ts";
import { paths } from "../../paths.ts";
import {
  type StaffPasskey,
  useAddStaffPasskey,
  useMe,
  useRemoveStaffPasskey,
  useStaffPasskeys,
  useStaffSignOut,
} from "../../queries/session.tsx";
import { accountTexts } from "../../texts/account.ts";

/** /account: the user's own roles and passkeys, and the way out. */
export function AccountScreen() {
  const { t } = useTranslation(accountTexts);
  const nameOf = useRoleNames();
  const { data: me } = useMe();
  const signOut = useStaffSignOut();
  const navigate = useNavigate();
  if (!me) return null;

  const leave = () =>
    signOut.mutate(undefined, {
      onSuccess: () => void navigate(paths.signIn, { replace: true }),
      onError: (error) => showToast("error", messageOf(error, t("signOutFailed")), 5),
    });

  return (
    <Page
      title={me.name}
      action={
        <Button variant="outline" busy={signOut.isPending} onClick={leave}>
          {t("signOut")}
        </Button>
      }
    >
      <Section title={t("roles")}>
        <ul>
          {me.grants.map((grant) => (
            <li key={`${grant.role} ${grant.outletId}`}>{nameOf(grant, me.outlets)}</li>
          ))}
        </ul>
        <p>{t("until", { time: formatTime(me.sessionEndsAt) })}</p>
      </Section>
      <Passkeys />
    </Page>
  );
}

function Passkeys() {
  const { t } = useTranslation(accountTexts);
  const query = useStaffPasskeys();
  const add = useAddStaffPasskey();
  const remove = useRemoveStaffPasskey();
  const [toRemove, setToRemove] = useState<StaffPasskey | null>(null);

  const make = () =>
    add.mutate(undefined, {
      onSuccess: (made) => made && showToast("success", t("added"), 5),
      onError: (error) => showToast("error", addFailure(error), 5),
    });
  const deviceOf = ({ browser, system }: StaffPasskey) =>
    browser && system ? t("device", { browser, system }) : (browser ?? system ?? t("unknown"));

  return (
    <Section
      title={t("passkeys")}
      action={
        canUsePasskeys() && (
          <Button variant="soft" busy={add.isPending} onClick={make}>
            {t("add")}
          </Button>
        )
      }
    >
      <p>{t("text")}</p>
      <QueryTable
        query={query}
        caption={t("passkeys")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("none")}
        rowKey={({ id }) => id}
        columns={[
          { head: t("columns.device"), cell: deviceOf, isTitle: true },
          { head: t("columns.made"), cell: ({ createdAt }) => formatDateTime(createdAt) },
          {
            head: t("columns.used"),
            cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : t("never")),
          },
        ]}
        actsOf={(passkey) => ({
          name: deviceOf(passkey),
          acts: [
            {
              name: t("remove"),
              Icon: Trash2,
              danger: true,
              isDisabled: query.data?.length === 1,
              onChoose: () => setToRemove(passkey),
            },
          ],
        })}
      />
      {query.data?.length === 1 && <p>{t("onlyOne")}</p>}
      {toRemove && (
        <ConfirmDialog
          open
          danger
          title={t("question")}
          message={t("questionText", { device: deviceOf(toRemove) })}
          confirmLabel={t("remove")}
          cancelLabel={t("keep")}
          onConfirm={() =>
            remove.mutate(toRemove.id, {
              onSuccess: () => showToast("success", t("removed"), 5),
              onError: (error) => showToast("error", messageOf(error, t("removeFailed")), 5),
            })
          }
          onClose={() => setToRemove(null)}
        />
      )}
    </Section>
  );
}

/** Why a passkey was not added: the browser says that it has one already, the API anything else. */
function addFailure(error: unknown): string {
  const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
  return isKnown
    ? i18n.t("known", { ns: accountTexts })
    : messageOf(error, i18n.t("addFailed", { ns: accountTexts }));
}
