import { messageOf } from "@loyalty/api-client/errors";
import { Checkbox } from "@loyalty/ui/choice";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { formatTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { KeyRound, LogOut, Mail, QrCode, ShieldCheck, UserX } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";

import { Chip } from "../../components/chip.tsx";
import { QueryTable } from "../../components/desk-table.tsx";
import { FieldDialog, ReasonDialog } from "../../components/form-dialog.tsx";
import { OnceDialog } from "../../components/once-dialog.tsx";
import { useRoleNames } from "../../components/role-names.ts";
import type { RowAct } from "../../components/row-menu.tsx";
import type { Me } from "../../queries/session.tsx";
import type { OneTimeLink } from "../../queries/tills.ts";
import { peopleTexts } from "../../texts/people.ts";
import { MAX_PIN } from "../../till/pins.ts";
import { AddDialog, MAX_EMAIL } from "./add-dialog.tsx";
import {
  type Person,
  useChangePerson,
  useDisablePerson,
  useEndStaffSession,
  useInvite,
  usePeople,
  useSetPin,
} from "./queries.ts";
import { RolesDialog } from "./roles-dialog.tsx";

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
const hasOffice = ({ grants }: Person) => grants.some(({ role }) => role !== "cashier");

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
      <PeopleTable me={me} query={query} filters={filters} actsOf={actsOf} />
      {isAdding && (
        <AddDialog
          me={me}
          outletId={place}
          onAdded={(person) => {
            if (person.waitingGrants.length > 0) {
              showToast("success", t("roles.waits", { name: person.name }), 8);
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

interface PeopleTableProps extends Pick<
  ComponentProps<typeof QueryTable<Person>>,
  "query" | "filters"
> {
  me: Me;
  actsOf: (person: Person) => RowAct[];
}

function PeopleTable({ me, query, filters, actsOf }: PeopleTableProps) {
  const { t } = useTranslation(peopleTexts);
  const roleName = useRoleNames();
  const rolesOf = ({ grants, waitingGrants }: Person) =>
    [
      ...grants.map((grant) => roleName(grant, me.outlets)),
      ...waitingGrants.map((grant) => t("people.waiting", { role: roleName(grant, me.outlets) })),
    ].join("; ") || t("people.noRole");
  const whereOf = ({ sessions }: Person) =>
    sessions
      .map(({ tillName, lastSeenAt }) =>
        t("people.signedIn", {
          where: tillName ?? t("people.office"),
          time: formatTime(lastSeenAt),
        }),
      )
      .join(", ") || t("people.signedOut");
  const signInChip = (person: Person) => {
    const state = signInOf(person);
    return <Chip kind={CHIPS[state]}>{t(state)}</Chip>;
  };
  return (
    <QueryTable
      name="people"
      query={query}
      filters={filters}
      loading={t("people.loading")}
      failed={t("people.failed")}
      columns={[
        {
          id: "name",
          head: t("people.name"),
          isTitle: true,
          cell: ({ name }) => name,
          sortBy: ({ name }) => name,
        },
        { id: "roles", head: t("people.roles"), cell: rolesOf, sortBy: rolesOf },
        {
          id: "signIn",
          head: t("people.signIn"),
          cell: signInChip,
          sortBy: (person) => t(signInOf(person)),
        },
        { id: "now", head: t("people.now"), cell: whereOf, sortBy: whereOf },
      ]}
      caption={t("people.title")}
      empty={t("people.empty")}
      rowKey={({ id }) => id}
      actsOf={(person) => ({ name: person.name, acts: actsOf(person) })}
      stateOf={({ disabledAt }) => (disabledAt ? "faint" : undefined)}
    />
  );
}

const CHIPS = {
  "people.disabled": "quiet",
  "people.pinLocked": "warn",
  "people.passkey": "ok",
  "people.pin": "ok",
  "people.noSignIn": "info",
} as const;

function signInOf({ disabledAt, isPinLocked, hasPin, passkeyCount }: Person) {
  if (disabledAt) return "people.disabled";
  if (isPinLocked) return "people.pinLocked";
  if (passkeyCount > 0) return "people.passkey";
  return hasPin ? "people.pin" : "people.noSignIn";
}

interface OfPerson {
  person: Person;
  onClose: () => void;
}

function ChangeRoles({ me, person, onClose }: OfPerson & { me: Me }) {
  const { t } = useTranslation(peopleTexts);
  const change = useChangePerson(person.id);
  // The list is fetched again meanwhile; the ticks are those of when the dialog opened.
  const [seenGrants] = useState(person.grants);
  return (
    <RolesDialog
      me={me}
      person={person}
      onConfirm={async (grants) => {
        const { name, waitingGrants } = await change.mutateAsync({ grants, seenGrants });
        if (waitingGrants.length > 0) showToast("success", t("roles.waits", { name }), 8);
      }}
      onClose={onClose}
    />
  );
}

function EmailDialog({ person, onClose }: OfPerson) {
  const { t } = useTranslation(peopleTexts);
  const set = useChangePerson(person.id);
  return (
    <FieldDialog
      title={t("email.title", { name: person.name })}
      text={person.email ?? t("email.none")}
      label={t("email.label")}
      hint={t("email.hint")}
      confirmLabel={t("email.set")}
      maxLength={MAX_EMAIL}
      onConfirm={(email) => set.mutateAsync({ email })}
      onClose={onClose}
    />
  );
}

function PinDialog({ person, onClose }: OfPerson) {
  const { t } = useTranslation(peopleTexts);
  const set = useSetPin(person.id);
  return (
    <FieldDialog
      isPin
      title={t("pin.title", { name: person.name })}
      text={t("pin.text")}
      label={t("pin.label")}
      hint={t("pin.rule")}
      confirmLabel={t("pin.set")}
      maxLength={MAX_PIN}
      onConfirm={async (pin) => {
        await set.mutateAsync({ pin });
        showToast("success", t("pin.done", { name: person.name }), 5);
      }}
      onClose={onClose}
    />
  );
}

interface InviteDialogProps extends OfPerson {
  isBusy: boolean;
  onConfirm: (isLost: boolean) => void;
}

function InviteDialog({ person, isBusy, onConfirm, onClose }: InviteDialogProps) {
  const { t } = useTranslation(peopleTexts);
  const [isLost, setLost] = useState(false);
  return (
    <ConfirmDialog
      open
      closeOnOverlay={false}
      title={t("invite.title", { name: person.name })}
      message={
        <>
          <span>{t("invite.question")}</span>
          <Checkbox
            label={t("invite.lost")}
            checked={isLost}
            onChange={({ target }) => setLost(target.checked)}
          />
        </>
      }
      confirmLabel={t("invite.make")}
      cancelLabel={t("cancel")}
      busy={isBusy}
      onConfirm={() => onConfirm(isLost)}
      onCancel={onClose}
    />
  );
}

function DisableDialog({ person, onClose }: OfPerson) {
  const { t } = useTranslation(peopleTexts);
  const disable = useDisablePerson(person.id);
  return (
    <ReasonDialog
      title={t("disable.title", { name: person.name })}
      text={t("disable.text")}
      confirmLabel={t("disable.do")}
      danger
      usual={[t("disable.reasons.left"), t("disable.reasons.mistake")]}
      failed={t("failed")}
      onConfirm={(why) => disable.mutateAsync(why)}
      onClose={onClose}
    />
  );
}

function SessionsDialog({ person, onClose }: OfPerson) {
  const { t } = useTranslation(peopleTexts);
  const end = useEndStaffSession(person.id);
  const endAll = async () => {
    try {
      for (const { id } of person.sessions) await end.mutateAsync(id);
      showToast("success", t("sessions.done", { name: person.name }), 5);
    } catch (error) {
      showToast("error", messageOf(error, t("failed")), 5);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={t("sessions.title", { name: person.name })}
      message={t("sessions.text")}
      confirmLabel={t("sessions.end")}
      cancelLabel={t("cancel")}
      onConfirm={() => void endAll()}
      onClose={onClose}
    />
  );
}
