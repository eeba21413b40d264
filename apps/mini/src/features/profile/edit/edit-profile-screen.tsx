import { messageOf } from "@loyalty/api-client/errors";
import { useUpdateMember } from "@loyalty/api-client/react/members";
import { useOutlets } from "@loyalty/api-client/react/outlets";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import type { Member } from "@loyalty/api-client/wire";
import { formatPhoneNumber } from "@loyalty/content/contact";
import occupations from "@loyalty/shell/occupations.json";
import { paths } from "@loyalty/shell/paths";
import { Avatar } from "@loyalty/ui/avatar";
import { Button } from "@loyalty/ui/button";
import { RadioGroup } from "@loyalty/ui/choice";
import { SelectField, SuggestField, TextField } from "@loyalty/ui/field";
import { i18n } from "@loyalty/ui/i18n";
import { Cluster } from "@loyalty/ui/layout";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import {
  DateOfBirthField,
  GENDERS,
  memberChanges,
  memberRules,
  memberValues,
  RACES,
  SetOnce,
} from "../../../components/member-fields.tsx";
import { SaveBar, useBackToProfile, useMemberForm } from "../../../components/member-form.tsx";
import { Page } from "../../../components/member-page.tsx";
import { profileTexts } from "../../../texts/profile.ts";
import styles from "./edit-profile-screen.module.css";

/** /profile/edit: a member changes their profile (spec 001 §2). */
export default function EditProfileScreen() {
  const { t } = useTranslation(profileTexts);
  const member = useSignedInMember();
  if (member === null) return null;
  return (
    <Page title={t("edit.title")} back={{ to: paths.profile, label: t("edit.back") }}>
      <Cluster nowrap>
        <Avatar name={member.name ?? ""} size="lg" />
        <Button variant="ghost" onClick={() => showToast("info", t("edit.avatarSoon"))}>
          {t("edit.avatar")}
        </Button>
      </Cluster>
      <ProfileForm member={member} />
    </Page>
  );
}

/** After saving, the screen stays this long, so that its message is read (spec 001 §2). */
const BACK_TO_PROFILE_MS = 1500;

/** All fields may be empty here (spec 001 §5). */
const profileSchema = v.object({
  ...memberRules((name) => i18n.t(`edit.${name}`, { ns: profileTexts })),
  raceId: v.string(),
  occupation: v.string(),
  outletId: v.string(),
});

function ProfileForm({ member }: { member: Member }) {
  const { t } = useTranslation(profileTexts);
  const updateMember = useUpdateMember();
  const outlets = useOutlets();
  const [isSaved, setIsSaved] = useState(false);
  useBackToProfile(isSaved, BACK_TO_PROFILE_MS);

  const form = useMemberForm({
    stored: memberValues(member),
    schema: profileSchema,
    async save(values) {
      const record = await updateMember.mutateAsync(memberChanges(member, values));
      setIsSaved(true);
      showToast("success", i18n.t("edit.saved", { ns: profileTexts }));
      // An emptied field is not sent (spec 001 §5) and has its stored value again.
      return memberValues(record);
    },
    onInvalid: () => showToast("error", i18n.t("edit.fixErrors", { ns: profileTexts })),
    onFailed: (error) =>
      showToast("error", messageOf(error, i18n.t("edit.failed", { ns: profileTexts }))),
  });
  const { field, choice } = form;
  const race = RACES.find((id) => id === String(member.raceId));
  const outlet = outlets.data?.find(({ id }) => id === member.outletId);

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
        {...choice("genderId")}
      />
      <DateOfBirthField
        member={member}
        label={t("edit.dateOfBirth")}
        setHint={t("edit.dateOfBirthNote")}
        hint={t("edit.dateOfBirthWhy")}
        {...field("dateOfBirth")}
      />
      <SetOnce
        label={t("edit.race")}
        hint={t("edit.raceNote")}
        value={race && t(`edit.races.${race}`)}
      >
        <SelectField label={t("edit.race")} hint={t("edit.once")} {...field("raceId")}>
          <option value="">{t("edit.choose")}</option>
          {RACES.map((id) => (
            <option key={id} value={id}>
              {t(`edit.races.${id}`)}
            </option>
          ))}
        </SelectField>
      </SetOnce>
      <SuggestField
        label={t("edit.occupation")}
        autoComplete="organization-title"
        suggestions={occupations}
        {...field("occupation")}
      />
      <SetOnce
        label={t("edit.outlet")}
        hint={t("edit.outletNote")}
        value={member.outletId ? (outlet?.name ?? "") : undefined}
      >
        <SelectField
          label={t("edit.outlet")}
          hint={t("edit.once")}
          {...field("outletId")}
          {...(outlets.isError && { error: t("edit.outletsFailed") })}
        >
          <option value="">{t("edit.choose")}</option>
          {outlets.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </SetOnce>
      <SaveBar form={form} save={t("edit.save")} saving={t("edit.saving")} />
    </form>
  );
}
