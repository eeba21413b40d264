import { messageOf } from "@loyalty/api-client/errors";
import { showToast } from "@loyalty/ui/toast";
import { KeyRound, LogOut, Mail, QrCode, ShieldCheck, UserX } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";

import type { QueryTable } from "../../components/desk-table.tsx";
import { OnceDialog } from "../../components/once-dialog.tsx";
import type { RowAct } from "../../components/row-menu.tsx";
import type { Me } from "../../queries/session.tsx";
import type { OneTimeLink } from "../../queries/tills.ts";
import { peopleTexts } from "../../texts/people.ts";
import { AddDialog } from "./add-dialog.tsx";
import { hasOffice, type Person, useInvite, usePeople } from "./queries.ts";
import { PeopleTable } from "./people-table.tsx";
import {
  ChangeRoles,
  DisableDialog,
  EmailDialog,
  InviteDialog,
  PinDialog,
  SessionsDialog,
} from "./person-dialogs.tsx";

type Act =
  | { kind: "add" }
  | { kind: "link"; person: Person; made: OneTimeLink }
  | { kind: "pin" | "invite" | "email" | "disable" | "roles" | "sessions"; person: Person };

interface PeopleSectionProps {
  me: Me;
  /** An outlet's id; null: whose roles are at no outlet; undefined: everybody. */
  place: number | null | undefined;
  filters: ComponentProps<typeof QueryTable<Person>>["filters"];
  isAdding: boolean;
  onAdded: () => void;
}

const isCashier = ({ grants }: Person) => grants.some(({ role }) => role === "cashier");

/** People: added, given roles, a PIN, an address or an invitation, signed out, disabled. */
export function PeopleSection({ me, place, filters, isAdding, onAdded }: PeopleSectionProps) {
  const { t } = useTranslation(peopleTexts);
  const query = usePeople(place);
  const invite = useInvite();
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const make = (person: Person, forgetPasskeys: boolean) =>
    invite.mutate(
      { staffId: person.id, forgetPasskeys },
      {
        onSuccess: ({ link, expiresAt }) => {
          if (link !== null && expiresAt !== null) {
            return setAct({ kind: "link", person, made: { link, expiresAt } });
          }
          showToast("success", t("invite.waits", { name: person.name }), 8);
          close();
        },
        onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
      },
    );
  /** Who has a passkey may have lost it: that is asked. */
  const askOrMake = (person: Person) =>
    person.passkeyCount > 0 ? setAct({ kind: "invite", person }) : make(person, false);

  const actsOf = (person: Person): RowAct[] => {
    if (!person.mayChange || person.disabledAt) return [];
    const dialog = (kind: "pin" | "email" | "disable" | "roles" | "sessions") => () =>
      setAct({ kind, person });
    const acts: (RowAct | false)[] = [
      isCashier(person) && {
        name: t(person.hasPin ? "pin.new" : "pin.set"),
        Icon: KeyRound,
        onChoose: dialog("pin"),
      },
      hasOffice(person) && {
        name: t("invite.make"),
        Icon: QrCode,
        onChoose: () => askOrMake(person),
      },
      (person.email === null || person.passkeyCount === 0) && {
        name: t("email.set"),
        Icon: Mail,
        onChoose: dialog("email"),
      },
      person.sessions.length > 0 && {
        name: t("sessions.end"),
        Icon: LogOut,
        onChoose: dialog("sessions"),
      },
      { name: t("roles.change"), Icon: ShieldCheck, onChoose: dialog("roles") },
      { name: t("disable.do"), Icon: UserX, danger: true, onChoose: dialog("disable") },
    ];
    return acts.filter((each) => each !== false);
  };

  return (
    <>
      <PeopleTable
        me={me}
        query={query}
        filters={filters}
        actsOf={actsOf}
        onInvite={(person) => make(person, false)}
      />
      {isAdding && (
        <AddDialog
          me={me}
          outletId={place}
          onAdded={(person) => {
            if (person.waitingGrants.length > 0) {
              showToast("success", t("people.addedWaits", { name: person.name }), 8);
            } else if (hasOffice(person)) make(person, false);
          }}
          onClose={onAdded}
        />
      )}
      {act?.kind === "pin" && <PinDialog person={act.person} onClose={close} />}
      {act?.kind === "invite" && (
        <InviteDialog
          person={act.person}
          isBusy={invite.isPending}
          onConfirm={(isLost) => make(act.person, isLost)}
          onClose={close}
        />
      )}
      {act?.kind === "link" && (
        <OnceDialog
          title={t("invite.title", { name: act.person.name })}
          text={t("invite.text")}
          value={act.made.link}
          expiresAt={act.made.expiresAt}
          onClose={close}
        />
      )}
      {act?.kind === "disable" && <DisableDialog person={act.person} onClose={close} />}
      {act?.kind === "email" && <EmailDialog person={act.person} onClose={close} />}
      {act?.kind === "roles" && <ChangeRoles me={me} person={act.person} onClose={close} />}
      {act?.kind === "sessions" && <SessionsDialog person={act.person} onClose={close} />}
    </>
  );
}
