import { messageOf } from "@loyalty/api-client/errors.ts";
import { formatTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Checkbox } from "@loyalty/ui/primitives/choice.tsx";
import { ConfirmDialog } from "@loyalty/ui/primitives/dialog.tsx";
import { SelectField } from "@loyalty/ui/primitives/field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { useState } from "react";

import { DataTable } from "../../page/data-table.tsx";
import { FieldDialog, ReasonDialog } from "../../page/form-dialog.tsx";
import { OnceDialog } from "../../page/once-dialog.tsx";
import { Section } from "../../page/page.tsx";
import { useRoleNames } from "../../page/role-names.ts";
import type { Me } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { LONGEST_PIN } from "../../till/pins.ts";
import {
  type Grant,
  type OneTimeLink,
  type Person,
  useAddPerson,
  useChangeGrants,
  useDisablePerson,
  useEndStaffSession,
  useInvite,
  usePeople,
  useSetPin,
} from "./queries.ts";
import { RolesDialog } from "./roles-dialog.tsx";

const LONGEST_NAME = 40;
/** Which roles each may give (the API's rules/staff.py); the server decides. */
const GIVEN_BY: Partial<Record<string, readonly Grant["role"][]>> = {
  "outlet-manager": ["cashier"],
  "area-manager": ["cashier", "outlet-manager"],
  "head-office": [
    "cashier",
    "outlet-manager",
    "area-manager",
    "head-office",
    "finance",
    "help-desk",
  ],
};
const AT_ONE_OUTLET: ReadonlySet<string> = new Set(["cashier", "outlet-manager", "area-manager"]);

type Act =
  { kind: "add" } | { kind: "pin" | "invite" | "disable" | "roles" | "sessions"; person: Person };

/** The people of an outlet: added, given roles, a PIN or an invitation, signed out, disabled. */
export function PeopleSection({ me, outlet }: { me: Me; outlet: { id: number; name: string } }) {
  const t = useTexts(peopleTexts);
  const query = usePeople(outlet.id);
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
            cell: ({ grants }) => grants.map((grant) => roleName(grant, me.outlets)).join("; "),
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
      {act?.kind === "add" && <AddDialog me={me} outlet={outlet} onClose={close} />}
      {act?.kind === "pin" && <PinDialog person={act.person} onClose={close} />}
      {act?.kind === "invite" && <InviteDialog person={act.person} onClose={close} />}
      {act?.kind === "disable" && <DisableDialog person={act.person} onClose={close} />}
      {act?.kind === "roles" && (
        <ChangeRoles me={me} outlet={outlet} person={act.person} onClose={close} />
      )}
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

/** The roles that somebody may give at an outlet. */
const rolesOf = (me: Me) => [...new Set(me.grants.flatMap(({ role }) => GIVEN_BY[role] ?? []))];

interface OfOutlet {
  me: Me;
  outlet: { id: number; name: string };
  onClose: () => void;
}

function AddDialog({ me, outlet, onClose }: OfOutlet) {
  const t = useTexts(peopleTexts);
  const roleName = useRoleNames();
  const add = useAddPerson();
  const roles = rolesOf(me);
  const [role, setRole] = useState(roles[0] ?? "cashier");
  const outletId = AT_ONE_OUTLET.has(role) ? outlet.id : null;
  return (
    <FieldDialog
      title={t("people.add")}
      text={t("people.addText")}
      label={t("people.name")}
      confirmLabel={t("people.add")}
      maxLength={LONGEST_NAME}
      onConfirm={(name) => add.mutateAsync({ name, grants: [{ role, outletId }] })}
      onClose={onClose}
    >
      <SelectField
        label={t("people.role")}
        value={role}
        onChange={({ target }) => setRole(target.value as Grant["role"])}
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {roleName({ role: each, outletId: AT_ONE_OUTLET.has(each) ? outlet.id : null }, [
              outlet,
            ])}
          </option>
        ))}
      </SelectField>
    </FieldDialog>
  );
}

interface OfPerson {
  person: Person;
  onClose: () => void;
}

function ChangeRoles({ me, outlet, person, onClose }: OfOutlet & { person: Person }) {
  const change = useChangeGrants(person.id);
  // The list is fetched anew meanwhile; the ticks are those of when the dialog opened.
  const [seenGrants] = useState(person.grants);
  const offered = rolesOf(me).map((role): Grant => ({
    role,
    outletId: AT_ONE_OUTLET.has(role) ? outlet.id : null,
  }));
  return (
    <RolesDialog
      person={person}
      offered={offered}
      outlets={me.outlets}
      onConfirm={(grants) => change.mutateAsync({ grants, seenGrants })}
      onClose={onClose}
    />
  );
}

function PinDialog({ person, onClose }: OfPerson) {
  const t = useTexts(peopleTexts);
  const set = useSetPin(person.id);
  return (
    <FieldDialog
      isPin
      title={t("pin.title", { name: person.name })}
      text={t("pin.text")}
      label={t("pin.label")}
      hint={t("pin.rule")}
      confirmLabel={t("pin.set")}
      maxLength={LONGEST_PIN}
      onConfirm={async (pin) => {
        await set.mutateAsync({ pin });
        showToast("success", t("pin.done", { name: person.name }), 5);
      }}
      onClose={onClose}
    />
  );
}

function InviteDialog({ person, onClose }: OfPerson) {
  const t = useTexts(peopleTexts);
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
        onSuccess: setLink,
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
  const t = useTexts(peopleTexts);
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
  const t = useTexts(peopleTexts);
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
