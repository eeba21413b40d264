import { valibotResolver } from "@hookform/resolvers/valibot";
import { HOME_CALLING_CODE } from "@loyalty/api-client/group";
import { isPastDay, MIN_DATE_OF_BIRTH } from "@loyalty/api-client/rules/calendar";
import { pendingReferral, REFERRAL_CODE_MAX_LENGTH } from "@loyalty/api-client/session";
import { formDraft, useFormDraft } from "@loyalty/ui/form";
import { i18n } from "@loyalty/ui/i18n";
import type { ParseKeys } from "i18next";
import { useForm } from "react-hook-form";
import * as v from "valibot";

import { registerTexts } from "./texts.ts";
import { phoneRule } from "./number-fields.tsx";
import type { ProvedNumber } from "./use-code-request.ts";

/** The form as it begins: everything is text until it is sent. The order is that of spec 000 §2. */
const EMPTY_FORM = {
  name: "",
  callingCode: HOME_CALLING_CODE,
  phoneNumber: "",
  gender: "",
  race: "",
  dateOfBirth: "",
  occupation: "",
  registerOutlet: "",
  referralCode: "",
  agreeToTerms: false,
  offers: true,
};

export type RegistrationValues = typeof EMPTY_FORM;

/** What must be there before a code may be asked for (spec 000 §5). */
export const REQUIRED_FIELDS = [
  "name",
  "phoneNumber",
  "gender",
  "race",
  "dateOfBirth",
  "registerOutlet",
] as const;

/** Other is 99 and not 1: nobody who chose Other is recorded as male (`docs/specification.md`). */
export const CHOICES = {
  gender: [
    { value: "1", text: "genderMale" },
    { value: "2", text: "genderFemale" },
    { value: "99", text: "genderOther" },
  ],
  race: [
    { value: "1", text: "raceMalay" },
    { value: "2", text: "raceChinese" },
    { value: "3", text: "raceIndian" },
    { value: "99", text: "raceOthers" },
  ],
} as const;

function required(name: ParseKeys<typeof registerTexts>) {
  const sentence = () => i18n.t(name, { ns: registerTexts });
  // React Hook Form reads null from radios that were left with none chosen.
  return v.pipe(v.string(sentence), v.trim(), v.nonEmpty(sentence));
}

/** The form's rules; sentences are looked up when they are needed, so that they follow the language. */
const registrationSchema = v.pipe(
  v.object({
    name: v.pipe(
      required("errors.nameRequired"),
      v.minLength(2, () => i18n.t("errors.nameTooShort", { ns: registerTexts })),
    ),
    callingCode: v.string(),
    phoneNumber: v.pipe(v.string(), v.trim()),
    gender: required("errors.genderRequired"),
    race: required("errors.raceRequired"),
    dateOfBirth: v.pipe(
      required("errors.dateOfBirthRequired"),
      v.check(
        (day) => day === "" || day >= MIN_DATE_OF_BIRTH,
        () => i18n.t("errors.dateOfBirthTooEarly", { ns: registerTexts }),
      ),
      v.check(isPastDay, () => i18n.t("errors.dateOfBirthInvalid", { ns: registerTexts })),
    ),
    occupation: v.pipe(v.string(), v.trim()),
    registerOutlet: required("errors.outletRequired"),
    referralCode: v.pipe(v.string(), v.trim(), v.maxLength(REFERRAL_CODE_MAX_LENGTH)),
    agreeToTerms: v.boolean(),
    offers: v.boolean(),
  }),
  phoneRule<RegistrationValues>(
    () => i18n.t("errors.phoneRequired", { ns: registerTexts }),
    "other",
  ),
);

/** Agreement to the terms is given again each time. The code is not part of the form and is never stored. */
export const registrationDraft = formDraft("registrationDraft", EMPTY_FORM, ["agreeToTerms"]);

export const FIELD_OF: Record<string, keyof RegistrationValues> = {
  name: "name",
  mobileNumber: "phoneNumber",
  callingCodeId: "phoneNumber",
  genderId: "gender",
  raceId: "race",
  dateOfBirth: "dateOfBirth",
  occupation: "occupation",
  outletId: "registerOutlet",
  referralCode: "referralCode",
};

/**
 * The registration form, begun with the draft of this tab, the referral code of the link that brought the visitor,
 * and the number that sign-in has proved.
 */
export function useRegistrationForm(proved: ProvedNumber | undefined) {
  const draft = registrationDraft.read();
  const form = useForm<RegistrationValues>({
    resolver: valibotResolver(registrationSchema),
    mode: "onTouched",
    // The number's rule needs two fields and runs after the others': else it would be silent until they are right.
    criteriaMode: "all",
    defaultValues: {
      ...draft,
      referralCode: draft.referralCode || pendingReferral.read(),
      ...(proved && { callingCode: proved.callingCode, phoneNumber: proved.mobileNumber }),
    },
  });

  useFormDraft(registrationDraft, form);
  return form;
}

export type RegistrationForm = ReturnType<typeof useRegistrationForm>;
