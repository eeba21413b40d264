import { messageOf } from "@loyalty/api-client/errors.ts";
import { useUpdateMember } from "@loyalty/api-client/react/members.ts";
import { usePreferences, useSavePreferences } from "@loyalty/api-client/react/preferences.ts";
import { useSession } from "@loyalty/api-client/react/session.ts";
import { isPastDay, malaysianDate } from "@loyalty/api-client/rules/calendar.ts";
import { DEFAULT_PREFERENCES, PREFERENCE_CHOICES } from "@loyalty/api-client/rules/preferences.ts";
import type { Member, Preferences } from "@loyalty/api-client/wire.ts";
import { usePassingMessage } from "@loyalty/ui/account/use-code-request.ts";
import { formatDay } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { spellTelephone } from "@loyalty/ui/i18n/phone-numbers.ts";
import { Toggle } from "@loyalty/ui/primitives/choice.tsx";
import { TextField } from "@loyalty/ui/primitives/field.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { settingsTexts } from "@loyalty/ui/texts/settings.ts";
import { useState } from "react";

import { looksLikeEmail } from "../../page/email-address.ts";
import { Card, Page } from "../../page/member-page.tsx";
import { RadioGroup } from "../../page/radio-group.tsx";
import { DownloadData, EraseAccount } from "./member-data.tsx";
import styles from "./settings-form.module.css";
import { SettingsFrame } from "./settings-form.tsx";

/** /settings/personal-info: contact details, privacy, and the rights a member has in her data (spec 001 §2). */
export function PersonalInfoScreen() {
  const t = useTexts(settingsTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Page title={t("personal.title")} back={{ to: paths.profile, label: t("back") }}>
      <PersonalForm member={session.user} />
      <div className={styles.form}>
        <DownloadData member={session.user} />
        <EraseAccount member={session.user} />
      </div>
    </Page>
  );
}

function PersonalForm({ member }: { member: Parameters<typeof usePersonalInfo>[0] }) {
  const t = useTexts(settingsTexts);
  const form = usePersonalInfo(member);
  return (
    <SettingsFrame form={form}>
      <Card title={t("personal.contact")}>
        <ContactFields member={member} form={form} />
      </Card>
      <Card title={t("personal.privacy")}>
        <PrivacyFields form={form} />
      </Card>
    </SettingsFrame>
  );
}

// 99 is Other on every screen (docs/readings.md, "Signing in and joining").
const GENDERS = ["1", "2", "99"] as const;

interface ContactFieldsProps {
  member: Member;
  form: ReturnType<typeof usePersonalInfo>;
}

/** Name and email, the number that cannot be changed here, the day of birth until it is set, and gender. */
export function ContactFields({ member, form: { values, problems, change } }: ContactFieldsProps) {
  const t = useTexts(settingsTexts);
  return (
    <>
      <TextField
        label={t("personal.name")}
        required
        autoComplete="name"
        value={values.name}
        error={problems.name}
        onChange={(event) => change("name", event.target.value)}
      />
      <TextField
        label={t("personal.email")}
        required
        type="email"
        autoComplete="email"
        value={values.email}
        error={problems.email}
        onChange={(event) => change("email", event.target.value)}
      />
      <TextField
        label={t("personal.phone")}
        value={spellTelephone(member.callingCode, member.mobileNumber)}
        hint={t("personal.phoneNote")}
        readOnly
      />
      {member.dateOfBirth ? (
        <TextField
          label={t("personal.dateOfBirth")}
          value={formatDay(member.dateOfBirth)}
          hint={t("personal.dateOfBirthNote")}
          readOnly
        />
      ) : (
        <TextField
          label={t("personal.dateOfBirth")}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={malaysianDate()}
          hint={t("personal.dateOfBirthOnce")}
          value={values.dateOfBirth}
          error={problems.dateOfBirth}
          onChange={(event) => change("dateOfBirth", event.target.value)}
        />
      )}
      <RadioGroup
        label={t("personal.gender")}
        choices={GENDERS.map((id) => ({ value: id, label: t(`personal.genders.${id}`) }))}
        value={values.genderId as (typeof GENDERS)[number]}
        onChange={(id) => change("genderId", id)}
      />
    </>
  );
}

/** Who sees a member, and who may write to her. */
export function PrivacyFields({ form }: { form: ReturnType<typeof usePersonalInfo> }) {
  const t = useTexts(settingsTexts);
  const { values, change } = form;
  return (
    <>
      <RadioGroup
        label={t("personal.profileVisibility")}
        choices={PREFERENCE_CHOICES.profileVisibility.map((choice) => ({
          value: choice,
          label: t(`personal.visibilities.${choice}`),
        }))}
        value={values.profileVisibility}
        onChange={(choice) => change("profileVisibility", choice)}
      />
      <Toggle
        label={t("personal.showActivityStatus")}
        checked={values.showActivityStatus}
        onChange={(event) => change("showActivityStatus", event.target.checked)}
      />
      <Toggle
        label={t("personal.allowContact")}
        hint={t("personal.allowContactHint")}
        checked={values.allowContact}
        onChange={(event) => change("allowContact", event.target.checked)}
      />
      <p className={styles.note}>{t("personal.privacyNote")}</p>
    </>
  );
}

export type PersonalValues = Contact & Preferences["privacy"];

const CONTACT = ["name", "email", "dateOfBirth", "genderId"] as const;
const PRIVACY = ["profileVisibility", "showActivityStatus", "allowContact"] as const;

/** The personal information in a form: contact details go to the member's record, privacy to her preferences. */
export function usePersonalInfo(member: Member) {
  const say = settingsTexts.t;
  const preferences = usePreferences();
  const savePrivacy = useSavePreferences();
  const update = useUpdateMember();
  const success = usePassingMessage();
  const failure = usePassingMessage();
  const [changes, setChanges] = useState<Partial<PersonalValues>>({});
  const [problems, setProblems] = useState<ContactProblems>({});
  const [saving, setSaving] = useState(false);

  const stored: PersonalValues = {
    name: member.name ?? "",
    email: member.email ?? "",
    dateOfBirth: member.dateOfBirth ?? "",
    genderId: member.genderId ? String(member.genderId) : "",
    ...(preferences.data ?? DEFAULT_PREFERENCES).privacy,
  };
  const values = { ...stored, ...changes };
  const changed = (fields: readonly (keyof PersonalValues)[]) =>
    fields.some((field) => values[field] !== stored[field]);

  function change<Field extends keyof PersonalValues>(field: Field, value: PersonalValues[Field]) {
    setChanges((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
  }

  async function saveContact() {
    if (!changed(CONTACT)) return;

    const { dateOfBirth, genderId } = values;
    await update.mutateAsync({
      mobileNumber: member.mobileNumber,
      name: values.name.trim(),
      email: values.email.trim(),
      ...(genderId && { genderId: Number(genderId) }),
      ...(dateOfBirth && !member.dateOfBirth && { dateOfBirth }),
    });
    // These are the record's now: whatever becomes of the rest, Save does not send them again.
    setChanges(({ profileVisibility, showActivityStatus, allowContact }) => ({
      ...(profileVisibility !== undefined && { profileVisibility }),
      ...(showActivityStatus !== undefined && { showActivityStatus }),
      ...(allowContact !== undefined && { allowContact }),
    }));
  }

  async function savePrivacyOnly() {
    if (!changed(PRIVACY)) return;
    const { profileVisibility, showActivityStatus, allowContact } = values;
    await savePrivacy.mutateAsync({
      privacy: { profileVisibility, showActivityStatus, allowContact },
    });
  }

  async function submit() {
    // What privacy choices need is no contact detail (docs/readings.md).
    const found = changed(CONTACT) ? personalProblems(values) : {};
    setProblems(found);
    success.clear();
    failure.clear();
    if (Object.keys(found).length > 0) return failure.say(say("personal.fixErrors"));
    setSaving(true);
    // Two calls: what the first has saved stays saved, and is said when the second fails.
    let half = false;
    try {
      const both = changed(CONTACT) && changed(PRIVACY);
      await saveContact();
      half = both;
      await savePrivacyOnly();
      setChanges({});
      success.say(say("personal.saved"));
    } catch (error) {
      const why = messageOf(error, say("personal.failed"));
      failure.say(half ? say("personal.halfSaved", { why }) : why);
    } finally {
      setSaving(false);
    }
  }

  return {
    values,
    problems,
    change,
    submit,
    saving,
    dirty: changed([...CONTACT, ...PRIVACY]),
    ready: preferences.data !== undefined,
    loadFailed: preferences.isError && preferences.data === undefined,
    reload: () => void preferences.refetch(),
    reloading: preferences.isFetching,
    success: success.message,
    failure: failure.message,
  };
}

/** The contact details as they are typed. */
export interface Contact {
  name: string;
  email: string;
  dateOfBirth: string;
  genderId: string;
}

export type ContactProblems = Partial<Record<keyof Contact, string>>;

/** What keeps contact details from being saved; here name and email are required (spec 001 §5). */
export function personalProblems({ name, email, dateOfBirth }: Contact): ContactProblems {
  const say = settingsTexts.t;
  const problems: ContactProblems = {};
  if (name.trim() === "") problems.name = say("personal.nameRequired");
  else if (name.trim().length < 2) problems.name = say("personal.nameTooShort");
  if (email.trim() === "") problems.email = say("personal.emailRequired");
  else if (!looksLikeEmail(email)) problems.email = say("personal.emailInvalid");
  if (dateOfBirth && !isPastDay(dateOfBirth)) {
    problems.dateOfBirth = say("personal.dateOfBirthInvalid");
  }
  return problems;
}
