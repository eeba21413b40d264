import { messageOf } from "@loyalty/api-client/errors";
import { Checkbox } from "@loyalty/ui/choice";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FieldDialog, ReasonDialog } from "../../components/form-dialog.tsx";
import type { Me } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { MAX_PIN } from "../../till/pins.ts";
import { MAX_EMAIL } from "./add-dialog.tsx";
import {
  type Person,
  useChangePerson,
  useDisablePerson,
  useEndStaffSession,
  useSetPin,
} from "./queries.ts";
import { RolesDialog } from "./roles-dialog.tsx";

interface OfPerson {
  person: Person;
  onClose: () => void;
}

export function ChangeRoles({ me, person, onClose }: OfPerson & { me: Me }) {
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

export function EmailDialog({ person, onClose }: OfPerson) {
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

export function PinDialog({ person, onClose }: OfPerson) {
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

export function InviteDialog({ person, isBusy, onConfirm, onClose }: InviteDialogProps) {
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

export function DisableDialog({ person, onClose }: OfPerson) {
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

export function SessionsDialog({ person, onClose }: OfPerson) {
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
