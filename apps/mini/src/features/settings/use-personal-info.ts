import { DEFAULT_PREFERENCES, messageOf, type Member, type Preferences } from "@loyalty/api-client";
import { usePreferences, useSavePreferences, useUpdateMember } from "@loyalty/api-client/react";
import { usePassingMessage } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { personalProblems, type Contact, type ContactProblems } from "./personal-problems.ts";

export type PersonalValues = Contact & Preferences["privacy"];

const CONTACT = ["name", "email", "dateOfBirth", "genderId"] as const;
const PRIVACY = ["profileVisibility", "showActivityStatus", "allowContact"] as const;

/** The personal information in a form: contact details go to the member's record, privacy to her preferences. */
export function usePersonalInfo(member: Member) {
  const say = settingsTexts.say;
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
