import { malaysianDate, type Member } from "@loyalty/api-client";
import { formatDay, spellTelephone, TextField, useTexts } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";

import { Choices } from "../../room/choices.tsx";
import type { usePersonalInfo } from "./use-personal-info.ts";

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
      <Choices
        label={t("personal.gender")}
        name="gender"
        choices={GENDERS.map((id) => ({ value: id, label: t(`personal.genders.${id}`) }))}
        chosen={values.genderId as (typeof GENDERS)[number]}
        onChoose={(id) => change("genderId", id)}
      />
    </>
  );
}
