import type { MemberChanges } from "@loyalty/api-client/calls/members.ts";
import { messageOf } from "@loyalty/api-client/errors.ts";
import { useUpdateMember } from "@loyalty/api-client/react/members.ts";
import { useOutlets } from "@loyalty/api-client/react/outlets.ts";
import { useSession } from "@loyalty/api-client/react/session.ts";
import { isPastDay, malaysianDate } from "@loyalty/api-client/rules/calendar.ts";
import type { Member } from "@loyalty/api-client/wire.ts";
import { OCCUPATIONS } from "@loyalty/ui/account/occupations.ts";
import { formatDay } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { spellTelephone } from "@loyalty/ui/i18n/phone-numbers.ts";
import { Avatar } from "@loyalty/ui/primitives/avatar.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { SelectField, SuggestField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { profileTexts } from "@loyalty/ui/texts/profile.ts";
import { type SubmitEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { looksLikeEmail } from "../../page/email-address.ts";
import { Page } from "../../page/member-page.tsx";
import { RadioGroup } from "../../page/radio-group.tsx";
import { UnsavedChangesDialog } from "../../page/unsaved-changes.tsx";
import styles from "./edit-profile-screen.module.css";

/** /profile/edit: what a member may change of herself, spec 001 §2. */
export function EditProfileScreen() {
  const t = useTexts(profileTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Page title={t("edit.title")} back={{ to: paths.profile, label: t("edit.back") }}>
      <div className={styles.avatar}>
        <Avatar name={session.user.name ?? ""} size="lg" />
        <Button variant="ghost" onClick={() => showToast("info", t("edit.avatarSoon"))}>
          {t("edit.avatar")}
        </Button>
      </div>
      <ProfileForm member={session.user} />
    </Page>
  );
}

/** The fields of the edit screen; Save waits for a change, and leaving with one asks first. */
export function ProfileForm({ member }: { member: Member }) {
  const t = useTexts(profileTexts);
  const form = useProfileForm(member);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (form.dirty && !form.saving) void form.save();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t("edit.name")}
        name="name"
        autoComplete="name"
        value={form.values.name}
        error={form.problems.name}
        onChange={(event) => form.change("name", event.target.value)}
      />
      <TextField
        label={t("edit.email")}
        name="email"
        type="email"
        autoComplete="email"
        value={form.values.email}
        error={form.problems.email}
        onChange={(event) => form.change("email", event.target.value)}
      />
      <TextField
        label={t("edit.phone")}
        name="phone"
        value={spellTelephone(member.callingCode, member.mobileNumber)}
        hint={t("edit.phoneNote")}
        readOnly
      />
      <AboutYou member={member} form={form} />
      <div className={styles.bar}>
        <Button type="submit" size="lg" wide disabled={!form.dirty} busy={form.saving}>
          {form.saving ? t("edit.saving") : t("edit.save")}
        </Button>
      </div>
      <UnsavedChangesDialog asked={form.dirty && !form.saving} />
    </form>
  );
}

// Spec 001 §3: 99 is Other.
const GENDERS = ["1", "2", "99"] as const;
const RACES = ["1", "2", "3", "99"] as const;

interface AboutYouProps {
  member: Member;
  form: ReturnType<typeof useProfileForm>;
}

/** Who the member is. What is set once is read from then on, and says who changes it (spec 001 §5). */
export function AboutYou({ member, form: { values, problems, change } }: AboutYouProps) {
  const t = useTexts(profileTexts);
  const outlets = useOutlets();
  const race = RACES.find((id) => id === String(member.raceId));
  const outletName = outlets.data?.find(({ id }) => id === member.outletId)?.name;

  return (
    <>
      <RadioGroup
        label={t("edit.gender")}
        choices={GENDERS.map((id) => ({ value: id, label: t(`edit.genders.${id}`) }))}
        value={values.genderId as (typeof GENDERS)[number]}
        onChange={(id) => change("genderId", id)}
      />
      {member.dateOfBirth ? (
        <TextField
          label={t("edit.dateOfBirth")}
          value={formatDay(member.dateOfBirth)}
          hint={t("edit.dateOfBirthNote")}
          readOnly
        />
      ) : (
        <TextField
          label={t("edit.dateOfBirth")}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={malaysianDate()}
          hint={t("edit.dateOfBirthWhy")}
          value={values.dateOfBirth}
          error={problems.dateOfBirth}
          onChange={(event) => change("dateOfBirth", event.target.value)}
        />
      )}
      {race ? (
        <TextField
          label={t("edit.race")}
          value={t(`edit.races.${race}`)}
          hint={t("edit.raceNote")}
          readOnly
        />
      ) : (
        <SelectField
          label={t("edit.race")}
          hint={t("edit.once")}
          value={values.raceId}
          onChange={(event) => change("raceId", event.target.value)}
        >
          <option value="">{t("edit.choose")}</option>
          {RACES.map((id) => (
            <option key={id} value={id}>
              {t(`edit.races.${id}`)}
            </option>
          ))}
        </SelectField>
      )}
      <SuggestField
        label={t("edit.occupation")}
        autoComplete="organization-title"
        suggestions={OCCUPATIONS}
        value={values.occupation}
        onChange={(event) => change("occupation", event.target.value)}
      />
      {member.outletId ? (
        <TextField
          label={t("edit.outlet")}
          value={outletName ?? ""}
          hint={t("edit.outletNote")}
          readOnly
        />
      ) : (
        <SelectField
          label={t("edit.outlet")}
          hint={t("edit.once")}
          error={outlets.isError ? t("edit.outletsFailed") : undefined}
          value={values.outletId}
          onChange={(event) => change("outletId", event.target.value)}
        >
          <option value="">{t("edit.choose")}</option>
          {outlets.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

/** After a successful save the screen stays this long, so that its message is read (spec 001 §2). */
const BACK_TO_PROFILE_MS = 1500;

/** The edit form's state: its values, what is wrong with them, and the save. */
export function useProfileForm(member: Member) {
  const say = profileTexts.t;
  const navigate = useNavigate();
  const stored = valuesOf(member);
  const [values, setValues] = useState<ProfileValues>(stored);
  const [problems, setProblems] = useState<ProfileProblems>({});
  const update = useUpdateMember();
  const [saved, setSaved] = useState(false);

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => void navigate(paths.profile), BACK_TO_PROFILE_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate]);

  function change(field: keyof ProfileValues, value: string) {
    setValues((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
  }

  async function save() {
    const found = profileProblems(values);
    setProblems(found);
    if (Object.keys(found).length > 0) return showToast("error", say("edit.fixErrors"));
    try {
      const record = await update.mutateAsync(changesOf(member, values));
      // What was emptied is not sent (spec 001 §5) and stands again.
      setValues(valuesOf(record));
      setSaved(true);
      showToast("success", say("edit.saved"));
    } catch (error) {
      showToast("error", messageOf(error, say("edit.failed")));
    }
  }

  const dirty = (Object.keys(stored) as (keyof ProfileValues)[]).some(
    (field) => values[field] !== stored[field],
  );
  return { values, problems, saving: update.isPending, dirty, change, save };
}

/** A member's record as the form shows it. */
export const valuesOf = (member: Member): ProfileValues => ({
  name: member.name ?? "",
  email: member.email ?? "",
  genderId: textOf(member.genderId),
  dateOfBirth: member.dateOfBirth ?? "",
  raceId: textOf(member.raceId),
  occupation: member.occupation ?? "",
  outletId: textOf(member.outletId),
});

/**
 * What is sent: filled fields only, and the number that says whose record it is. What is set once is sent only while
 * it is not set (spec 001 §5).
 */
export function changesOf(member: Member, values: ProfileValues): MemberChanges {
  const filled = {
    name: values.name.trim(),
    email: values.email.trim(),
    occupation: values.occupation.trim(),
    dateOfBirth: member.dateOfBirth ? "" : values.dateOfBirth,
  };
  const chosen = {
    genderId: Number(values.genderId),
    raceId: member.raceId ? 0 : Number(values.raceId),
    outletId: member.outletId ? 0 : Number(values.outletId),
  };
  return {
    mobileNumber: member.mobileNumber,
    ...Object.fromEntries(Object.entries({ ...filled, ...chosen }).filter(([, value]) => value)),
  };
}

const textOf = (id: number | null | undefined) => (id ? String(id) : "");

/** The fields as they are typed; empty is not given. */
export interface ProfileValues {
  name: string;
  email: string;
  genderId: string;
  dateOfBirth: string;
  raceId: string;
  occupation: string;
  outletId: string;
}

export type ProfileProblems = Partial<Record<keyof ProfileValues, string>>;

/** What keeps these values from being saved, a sentence a field (spec 001 §5). All may be empty. */
export function profileProblems({ name, email, dateOfBirth }: ProfileValues): ProfileProblems {
  const say = profileTexts.t;
  const problems: ProfileProblems = {};
  if (name.trim().length === 1) problems.name = say("edit.nameTooShort");
  if (email.trim() && !looksLikeEmail(email)) problems.email = say("edit.emailInvalid");
  if (dateOfBirth && !isPastDay(dateOfBirth)) {
    problems.dateOfBirth = say("edit.dateOfBirthInvalid");
  }
  return problems;
}
