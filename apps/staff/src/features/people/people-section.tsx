import { messageOf } from "@loyalty/api-client/errors";
import { Button } from "@loyalty/ui/button";
import { Checkbox } from "@loyalty/ui/choice";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { TextField } from "@loyalty/ui/field";
import { formatTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "../../components/data-table.tsx";
import { FieldDialog, ReasonDialog } from "../../components/form-dialog.tsx";
import { OnceDialog } from "../../components/once-dialog.tsx";
import { Section } from "../../components/page.tsx";
import { useRoleNames } from "../../components/role-names.ts";
import type { Me } from "../../queries/session.tsx";
import type { OneTimeLink } from "../../queries/tills.ts";
import { peopleTexts } from "../../texts/people.ts";
import { MAX_PIN } from "../../till/pins.ts";
import {
  type Person,
  useAddPerson,
  useChangePerson,
  useDisablePerson,
  useEndStaffSession,
  useInvite,
  usePeople,
  useSetPin,
} from "./queries.ts";
import { firstGrant, RoleFields } from "./role-fields.tsx";
import { RolesDialog } from "./roles-dialog.tsx";

const MAX_NAME = 40;
const MAX_EMAIL = 254;

type Act =
  | { kind: "add" }
  | { kind: "pin" | "invite" | "email" | "disable" | "roles" | "sessions"; person: Person };

interface PeopleSectionProps {
  me: Me;
  /** An outlet's id; null: whose roles are at no outlet; undefined: everybody. */
  place: number | null | undefined;
}

/** People: added, given roles, a PIN, an address or an invitation, signed out, disabled. */
export function PeopleSection({ me, place }: PeopleSectionProps) {
  const { t } = useTranslation(peopleTexts);
  const query = usePeople(place);
  const roleName = useRoleNames();
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const isCashier = ({ grants }: Person) => grants.some(({ role }) => role === "cashier");
  const hasOffice = ({ grants }: Person) => grants.some(({ role }) => role !== "cashier");

  return (
    <Section
      title={t("people.title")}
      action={<Button onClick={() => setAct({ kind: "add" })}>{t("people.add")}</Button>}
    >
      <DataTable
        query={query}
        caption={t("people.title")}
        loading={t("people.loading")}
        failed={t("people.failed")}
        empty={t("people.empty")}
        rowKey={({ id }) => id}
        columns={[
          { head: t("people.name"), cell: ({ name }) => name, isTitle: true },
          {
            head: t("people.roles"),
            cell: ({ grants, waitingGrants }) =>
              [
                ...grants.map((grant) => roleName(grant, me.outlets)),
                ...waitingGrants.map((grant) =>
                  t("people.waiting", { role: roleName(grant, me.outlets) }),
                ),
              ].join("; ") || t("people.noRole"),
          },
          { head: t("people.signIn"), cell: (person) => t(signInOf(person)) },
          {
            head: t("people.now"),
            cell: ({ sessions }) =>
              sessions.length === 0
                ? t("people.signedOut")
                : sessions
                    .map(({ tillName, lastSeenAt }) =>
                      t("people.signedIn", {
                        where: tillName ?? t("people.office"),
                        time: formatTime(lastSeenAt),
                      }),
                    )
                    .join(", "),
          },
        ]}
        renderActions={(person) =>
          person.mayChange && (
            <>
              {isCashier(person) && (
                <Button variant="outline" onClick={() => setAct({ kind: "pin", person })}>
                  {t(person.hasPin ? "pin.new" : "pin.set")}
                </Button>
              )}
              {hasOffice(person) && (
                <Button variant="outline" onClick={() => setAct({ kind: "invite", person })}>
                  {t("invite.make")}
                </Button>
              )}
              {(person.email === null || person.passkeyCount === 0) && (
                <Button variant="outline" onClick={() => setAct({ kind: "email", person })}>
                  {t("email.set")}
                </Button>
              )}
              {person.sessions.length > 0 && (
                <Button variant="outline" onClick={() => setAct({ kind: "sessions", person })}>
                  {t("sessions.end")}
                </Button>
              )}
              <Button variant="outline" onClick={() => setAct({ kind: "roles", person })}>
                {t("roles.change")}
              </Button>
              <Button variant="outline" onClick={() => setAct({ kind: "disable", person })}>
                {t("disable.do")}
              </Button>
            </>
          )
        }
      />
      {act?.kind === "add" && <AddDialog me={me} outletId={place} onClose={close} />}
      {act?.kind === "pin" && <PinDialog person={act.person} onClose={close} />}
      {act?.kind === "invite" && <InviteDialog person={act.person} onClose={close} />}
      {act?.kind === "disable" && <DisableDialog person={act.person} onClose={close} />}
      {act?.kind === "email" && <EmailDialog person={act.person} onClose={close} />}
      {act?.kind === "roles" && <ChangeRoles me={me} person={act.person} onClose={close} />}
      {act?.kind === "sessions" && <SessionsDialog person={act.person} onClose={close} />}
    </Section>
  );
}

function signInOf({ disabledAt, isPinLocked, hasPin, passkeyCount }: Person) {
  if (disabledAt) return "people.disabled";
  if (isPinLocked) return "people.pinLocked";
  if (passkeyCount > 0) return "people.passkey";
  return hasPin ? "people.pin" : "people.noSignIn";
}

interface AddDialogProps {
  me: Me;
  outletId: number | null | undefined;
  onClose: () => void;
}

function AddDialog({ me, outletId, onClose }: AddDialogProps) {
  const { t } = useTranslation(peopleTexts);
  const add = useAddPerson();
  const [grant, setGrant] = useState(() => firstGrant(me, outletId));
  const [email, setEmail] = useState("");
  return (
    <FieldDialog
      title={t("people.add")}
      text={t("people.addText")}
      label={t("people.name")}
      confirmLabel={t("people.add")}
      maxLength={MAX_NAME}
      onConfirm={async (name) => {
        const { waitingGrants } = await add.mutateAsync({
          name,
          email: email.trim() || null,
          grants: [grant],
        });
        if (waitingGrants.length > 0) showToast("success", t("roles.waits", { name }), 8);
      }}
      onClose={onClose}
    >
      <RoleFields me={me} grant={grant} onChange={setGrant} />
      <TextField
        type="email"
        label={t("email.optional")}
        hint={t("email.hint")}
        autoComplete="off"
        maxLength={MAX_EMAIL}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
    </FieldDialog>
  );
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

function InviteDialog({ person, onClose }: OfPerson) {
  const { t } = useTranslation(peopleTexts);
  const invite = useInvite(person.id);
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const [isLost, setLost] = useState(false);
  if (link) {
    return (
      <OnceDialog
        title={t("invite.title", { name: person.name })}
        text={t("invite.text")}
        value={link.link}
        expiresAt={link.expiresAt}
        onClose={onClose}
      />
    );
  }
  const make = () =>
    invite.mutate(
      { forgetPasskeys: isLost },
      {
        onSuccess: ({ link: made, expiresAt }) => {
          if (made !== null && expiresAt !== null) return setLink({ link: made, expiresAt });
          showToast("success", t("invite.waits", { name: person.name }), 8);
          onClose();
        },
        onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
      },
    );
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
      busy={invite.isPending}
      onConfirm={make}
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
