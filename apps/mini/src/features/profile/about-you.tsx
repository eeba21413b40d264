import { malaysianDate, type Member } from "@loyalty/api-client";
import { useOutlets } from "@loyalty/api-client/react";
import {
  formatDay,
  OCCUPATIONS,
  SelectField,
  SuggestField,
  TextField,
  useTexts,
} from "@loyalty/ui";
import { profileTexts } from "@loyalty/ui/texts/profile";

import { Choices } from "../../room/choices.tsx";
import type { useProfileForm } from "./use-profile-form.ts";

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
      <Choices
        label={t("edit.gender")}
        name="gender"
        choices={GENDERS.map((id) => ({ value: id, label: t(`edit.genders.${id}`) }))}
        chosen={values.genderId as (typeof GENDERS)[number]}
        onChoose={(id) => change("genderId", id)}
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
