import { malaysianDate, OLDEST_BIRTH } from "@loyalty/api-client";
import { Controller } from "react-hook-form";

import { SuggestField } from "../../primitives/field.tsx";
import { TextField } from "../../primitives/field.tsx";
import { PhoneField } from "../../primitives/phone-field.tsx";
import { registerTexts } from "../../texts/register.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { REFERRAL_CODE_MAX_LENGTH } from "../referral-code/pending-referral.ts";
import { RadioGroup } from "../../primitives/choice.tsx";
import { OCCUPATIONS } from "./occupations.ts";
import { OutletField } from "./outlet-field.tsx";
import { GENDERS, RACES } from "./registration-form.ts";
import type { RegistrationFields as Form } from "./use-registration-form.ts";
import type { useTypedNumber } from "./use-typed-number.ts";

interface RegistrationFieldsProps {
  form: Form;
  typed: ReturnType<typeof useTypedNumber>;
}

/** Who the new member is, in the order of spec 000 §2. */
export function RegistrationFields({ form, typed }: RegistrationFieldsProps) {
  const t = useTexts(registerTexts);
  const { register, control, setValue } = form;
  const { errors } = form.formState;

  return (
    <>
      <TextField
        label={t("name")}
        required
        autoComplete="name"
        error={errors.name?.message}
        {...register("name")}
      />
      <Controller
        control={control}
        name="phoneNumber"
        render={({ field }) => (
          <PhoneField
            label={t("phoneLabel")}
            required
            error={errors.phoneNumber?.message}
            callingCodes={typed.callingCodes}
            callingCodeId={typed.callingCodeId}
            onCallingCodeChange={(id) => {
              const chosen = typed.callingCodes.find((one) => one.id === id);
              if (chosen)
                setValue("callingCode", chosen.name, {
                  shouldValidate: form.formState.isSubmitted,
                });
            }}
            number={field.value}
            onNumberChange={field.onChange}
            input={{ name: field.name, ref: field.ref, onBlur: field.onBlur }}
          />
        )}
      />
      <RadioGroup
        label={t("gender")}
        choices={GENDERS.map(({ value, text }) => ({ value, label: t(text) }))}
        field={register("gender")}
        error={errors.gender?.message}
      />
      <RadioGroup
        label={t("race")}
        choices={RACES.map(({ value, text }) => ({ value, label: t(text) }))}
        field={register("race")}
        error={errors.race?.message}
      />
      <TextField
        label={t("dateOfBirth")}
        hint={t("dateOfBirthWhy")}
        required
        type="date"
        autoComplete="bday"
        min={OLDEST_BIRTH}
        max={malaysianDate()}
        error={errors.dateOfBirth?.message}
        {...register("dateOfBirth")}
      />
      <SuggestField
        label={t("occupation")}
        autoComplete="organization-title"
        suggestions={OCCUPATIONS}
        error={errors.occupation?.message}
        {...register("occupation")}
      />
      <OutletField field={register("registerOutlet")} error={errors.registerOutlet?.message} />
      <TextField
        label={t("referralCode")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={REFERRAL_CODE_MAX_LENGTH}
        error={errors.referralCode?.message}
        {...register("referralCode")}
      />
    </>
  );
}
