import { Alert } from "@loyalty/ui/alert";
import { TextField } from "@loyalty/ui/field";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FieldDialog } from "../../components/form-dialog.tsx";
import type { Me } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { type Person, useAddPerson, usePeople } from "./queries.ts";
import { firstGrant, RoleFields } from "./role-fields.tsx";

const MAX_NAME = 40;
export const MAX_EMAIL = 254;

/** Roles that another person of head office approves (the API's rules/staff.py). */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set(["area-manager", "head-office"]);
const ADD_COMMAND = "flask --app loyalty people add --role head-office";

const mayApprove = ({ id, grants, passkeyCount, disabledAt }: Person, me: Me) =>
  id !== me.id &&
  disabledAt === null &&
  passkeyCount > 0 &&
  grants.some(({ role }) => role === "head-office");

interface AddDialogProps {
  me: Me;
  outletId: number | null | undefined;
  onAdded: (person: Person) => void;
  onClose: () => void;
}

/** Asks for the name and role of a person, and adds them. */
export function AddDialog({ me, outletId, onAdded, onClose }: AddDialogProps) {
  const { t } = useTranslation(peopleTexts);
  const add = useAddPerson();
  const [grant, setGrant] = useState(() => firstGrant(me, outletId));
  const [email, setEmail] = useState("");
  const { data: people } = usePeople(undefined);
  const isOnlyOne = people !== undefined && !people.some((person) => mayApprove(person, me));
  return (
    <FieldDialog
      title={t("people.add")}
      text={t("people.addText")}
      label={t("people.name")}
      confirmLabel={t("people.add")}
      maxLength={MAX_NAME}
      onConfirm={async (name) => {
        onAdded(await add.mutateAsync({ name, email: email.trim() || null, grants: [grant] }));
      }}
      onClose={onClose}
    >
      <RoleFields me={me} grant={grant} onChange={setGrant} />
      {NEEDS_APPROVAL.has(grant.role) && isOnlyOne && (
        <Alert kind="info">{t("people.onlyOne", { command: ADD_COMMAND })}</Alert>
      )}
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
