import { valibotResolver } from "@hookform/resolvers/valibot";
import type { Registration } from "@loyalty/api-client/calls/sign-in.ts";
import type { ApiError } from "@loyalty/api-client/errors.ts";
import { isPastDay, OLDEST_BIRTH } from "@loyalty/api-client/rules/calendar.ts";
import { phoneProblem } from "@loyalty/api-client/rules/phone.ts";
import {
  pendingReferral,
  REFERRAL_CODE_MAX_LENGTH,
} from "@loyalty/api-client/session/token-store.ts";
import { useForm, type UseFormReturn } from "react-hook-form";
import * as v from "valibot";

import { formDraft, showFieldErrors, useFormDraft } from "../forms/form.ts";
import { NOTICE_VERSION } from "../public-pages/legal.tsx";
import { phoneProblemTexts } from "../texts/phone-problems.ts";
import { registerTexts } from "../texts/register.ts";
import { type NumberFields, phoneRule } from "./number-fields.tsx";
import type { PhoneNumber, ProvedNumber } from "./use-code-request.ts";

/** The form as it is typed: everything is text until it is sent. The order is that of spec 000 §2. */
export interface RegistrationForm extends NumberFields {
  name: string;
  gender: string;
  race: string;
  dateOfBirth: string;
  occupation: string;
  registerOutlet: string;
  referralCode: string;
  agreeToTerms: boolean;
}

export const EMPTY_FORM: RegistrationForm = {
  name: "",
  callingCode: "60",
  phoneNumber: "",
  gender: "",
  race: "",
  dateOfBirth: "",
  occupation: "",
  registerOutlet: "",
  referralCode: "",
  agreeToTerms: false,
};

/** What must be there before a code may be asked for (spec 000 §5). */
export const REQUIRED_FIELDS = [
  "name",
  "phoneNumber",
  "gender",
  "race",
  "dateOfBirth",
  "registerOutlet",
] as const;

/** Other is 99 and not 1: nobody who chose Other is recorded as male (`docs/readings.md`). */
export const GENDERS = [
  { value: "1", text: "genderMale" },
  { value: "2", text: "genderFemale" },
  { value: "99", text: "genderOther" },
] as const;

export const RACES = [
  { value: "1", text: "raceMalay" },
  { value: "2", text: "raceChinese" },
  { value: "3", text: "raceIndian" },
  { value: "99", text: "raceOthers" },
] as const;

function required(name: Parameters<typeof registerTexts.t>[0]) {
  const sentence = () => registerTexts.t(name);
  // React Hook Form reads null from radios that were left with none chosen.
  return v.pipe(v.string(sentence), v.trim(), v.nonEmpty(sentence));
}

/** The form's rules; sentences are looked up when they are needed, so that they follow the language. */
export const registrationSchema = v.pipe(
  v.object({
    name: v.pipe(
      required("errors.nameRequired"),
      v.minLength(2, () => registerTexts.t("errors.nameTooShort")),
    ),
    callingCode: v.string(),
    phoneNumber: v.pipe(v.string(), v.trim()),
    gender: required("errors.genderRequired"),
    race: required("errors.raceRequired"),
    dateOfBirth: v.pipe(
      required("errors.dateOfBirthRequired"),
      v.check(
        (day) => day === "" || day >= OLDEST_BIRTH,
        () => registerTexts.t("errors.dateOfBirthTooEarly"),
      ),
      v.check(
        (day) => isPastDay(day),
        () => registerTexts.t("errors.dateOfBirthInvalid"),
      ),
    ),
    occupation: v.pipe(v.string(), v.trim()),
    registerOutlet: required("errors.outletRequired"),
    referralCode: v.pipe(v.string(), v.trim(), v.maxLength(REFERRAL_CODE_MAX_LENGTH)),
    agreeToTerms: v.boolean(),
  }),
  phoneRule<RegistrationForm>(phoneSentence),
);

function phoneSentence({ callingCode, phoneNumber }: NumberFields): string | null {
  if (phoneNumber === "") return registerTexts.t("errors.phoneRequired");
  const problem = phoneProblem(callingCode, phoneNumber);
  return problem && phoneProblemTexts.t(problem);
}

/** How the number is proved: by the code that was sent to it, or by the ticket of a right code at sign-in. */
export type Proof = { otpCode: string } | { registrationTicket: string };

/**
 * The form in the words of the call, with the privacy notice that was agreed to; what is optional and empty is left
 * out.
 *
 * @param language the one that the notice was shown in
 */
export function registrationOf(
  form: RegistrationForm,
  { callingCodeId, mobileNumber }: PhoneNumber,
  proof: Proof,
  language: string,
): Registration {
  return {
    name: form.name.trim(),
    callingCodeId,
    mobileNumber,
    genderId: Number(form.gender),
    raceId: Number(form.race),
    dateOfBirth: form.dateOfBirth,
    outletId: Number(form.registerOutlet),
    ...proof,
    noticeVersion: NOTICE_VERSION,
    noticeLanguage: language,
    ...optional("occupation", form.occupation),
    ...optional("referralCode", form.referralCode),
  };
}

function optional<K extends string>(key: K, value: string) {
  const trimmed = value.trim();
  return trimmed === "" ? {} : ({ [key]: trimmed } as Record<K, string>);
}

/** Agreement to the terms is given anew each time. The code is not part of the form and is never stored. */
export const registrationDraft = formDraft("registrationDraft", EMPTY_FORM, ["agreeToTerms"]);

/** The field of the form for each key of the call. */
const FIELD_OF: Record<string, keyof RegistrationForm> = {
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

/** Shows what the server found wrong beside its fields. */
export function showRegistrationErrors(error: ApiError, form: RegistrationFields): void {
  showFieldErrors(error, form, FIELD_OF);
}

export type RegistrationFields = UseFormReturn<RegistrationForm>;

/**
 * The registration form, begun with the draft of this tab, the referral code of the link that brought the visitor,
 * and the number that sign-in has proved.
 */
export function useRegistrationForm(proved: ProvedNumber | undefined): RegistrationFields {
  const form = useForm<RegistrationForm>({
    resolver: valibotResolver(registrationSchema),
    mode: "onTouched",
    // The number's rule needs two fields and runs after the others': else it would be silent until they are right.
    criteriaMode: "all",
    defaultValues: firstValues(proved),
  });

  useFormDraft(registrationDraft, form);
  return form;
}

function firstValues(proved: ProvedNumber | undefined): RegistrationForm {
  const draft = registrationDraft.read();
  return {
    ...draft,
    referralCode: draft.referralCode || pendingReferral.read(),
    ...(proved && { callingCode: proved.callingCode, phoneNumber: proved.mobileNumber }),
  };
}
