import { messageOf } from "@loyalty/api-client/errors.ts";
import { useUpdateMember } from "@loyalty/api-client/react/members.ts";
import { useOutlets } from "@loyalty/api-client/react/outlets.ts";
import { useSession } from "@loyalty/api-client/react/session.ts";
import type { Member } from "@loyalty/api-client/wire.ts";
import { OCCUPATIONS } from "@loyalty/ui/account/occupations.ts";
import { formatPhoneNumber } from "@loyalty/ui/content/contact.ts";
import { UnsavedChangesDialog, useUnsavedChanges } from "@loyalty/ui/forms/unsaved-changes.tsx";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Avatar } from "@loyalty/ui/primitives/avatar.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { RadioGroup } from "@loyalty/ui/primitives/choice.tsx";
import { SelectField, SuggestField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import * as v from "valibot";

import {
  DateOfBirthField,
  dateOfBirthRule,
  emailRule,
  GENDERS,
  memberChanges,
  memberValues,
  nameRule,
  RACES,
} from "../../form/member-fields.tsx";
import { useMemberForm } from "../../form/member-form.ts";
import { Page } from "../../page/member-page.tsx";
import { profileTexts } from "../../texts/profile.ts";
import styles from "./edit-profile-screen.module.css";

/** /profile/edit: a member changes their profile (spec 001 §2). */
export default function EditProfileScreen() {
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

/** After saving, the screen stays this long, so that its message is read (spec 001 §2). */
const BACK_TO_PROFILE_MS = 1500;

/** All fields may be empty here (spec 001 §5). */
const profileSchema = v.object({
  name: nameRule(() => profileTexts.t("edit.nameTooShort")),
  email: emailRule(() => profileTexts.t("edit.emailInvalid")),
  genderId: v.string(),
  dateOfBirth: dateOfBirthRule(() => profileTexts.t("edit.dateOfBirthInvalid")),
  raceId: v.string(),
  occupation: v.string(),
  outletId: v.string(),
});

function useProfileForm(member: Member) {
  const navigate = useNavigate();
  const updateMember = useUpdateMember();
  const [isSaved, setIsSaved] = useState(false);

  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => void navigate(paths.profile), BACK_TO_PROFILE_MS);
    return () => clearTimeout(timer);
  }, [isSaved, navigate]);

  return useMemberForm({
    stored: memberValues(member),
    schema: profileSchema,
    async save(values) {
      const record = await updateMember.mutateAsync(memberChanges(member, values));
      setIsSaved(true);
      showToast("success", profileTexts.t("edit.saved"));
      // An emptied field is not sent (spec 001 §5) and has its stored value again.
      return memberValues(record);
    },
    onInvalid: () => showToast("error", profileTexts.t("edit.fixErrors")),
    onFailed: (error) => showToast("error", messageOf(error, profileTexts.t("edit.failed"))),
  });
}

/** The form of the edit screen; Save is enabled by a change, and leaving with unsaved changes asks first. */
function ProfileForm({ member }: { member: Member }) {
  const t = useTexts(profileTexts);
  const form = useProfileForm(member);
  useUnsavedChanges(form.isDirty && !form.isSaving);
  const { field } = form;

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <TextField label={t("edit.name")} autoComplete="name" {...field("name")} />
      <TextField label={t("edit.email")} type="email" autoComplete="email" {...field("email")} />
      <TextField
        label={t("edit.phone")}
        name="phone"
        value={formatPhoneNumber(member.callingCode, member.mobileNumber)}
        hint={t("edit.phoneNote")}
        readOnly
      />
      <RadioGroup
        label={t("edit.gender")}
        choices={GENDERS.map((id) => ({ value: id, label: t(`edit.genders.${id}`) }))}
        {...form.choice("genderId")}
      />
      <DateOfBirthField
        member={member}
        label={t("edit.dateOfBirth")}
        setHint={t("edit.dateOfBirthNote")}
        hint={t("edit.dateOfBirthWhy")}
        field={field("dateOfBirth")}
      />
      <RaceField member={member} field={field("raceId")} />
      <SuggestField
        label={t("edit.occupation")}
        autoComplete="organization-title"
        suggestions={OCCUPATIONS}
        {...field("occupation")}
      />
      <OutletField member={member} field={field("outletId")} />
      <div className={styles.bar}>
        <Button type="submit" size="lg" wide disabled={!form.isDirty} busy={form.isSaving}>
          {form.isSaving ? t("edit.saving") : t("edit.save")}
        </Button>
      </div>
      <UnsavedChangesDialog />
    </form>
  );
}

interface SetOnceFieldProps {
  member: Member;
  field: ReturnType<ReturnType<typeof useProfileForm>["field"]>;
}

/** The race, which is read-only once it is set. */
function RaceField({ member, field }: SetOnceFieldProps) {
  const t = useTexts(profileTexts);
  const race = RACES.find((id) => id === String(member.raceId));
  if (race) {
    return (
      <TextField
        label={t("edit.race")}
        value={t(`edit.races.${race}`)}
        hint={t("edit.raceNote")}
        readOnly
      />
    );
  }
  return (
    <SelectField label={t("edit.race")} hint={t("edit.once")} {...field}>
      <option value="">{t("edit.choose")}</option>
      {RACES.map((id) => (
        <option key={id} value={id}>
          {t(`edit.races.${id}`)}
        </option>
      ))}
    </SelectField>
  );
}

/** The outlet, which is read-only once it is set. */
function OutletField({ member, field }: SetOnceFieldProps) {
  const t = useTexts(profileTexts);
  const outlets = useOutlets();
  if (member.outletId) {
    const name = outlets.data?.find(({ id }) => id === member.outletId)?.name;
    return (
      <TextField label={t("edit.outlet")} value={name ?? ""} hint={t("edit.outletNote")} readOnly />
    );
  }
  return (
    <SelectField
      label={t("edit.outlet")}
      hint={t("edit.once")}
      {...field}
      error={outlets.isError ? t("edit.outletsFailed") : field.error}
    >
      <option value="">{t("edit.choose")}</option>
      {outlets.data?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
