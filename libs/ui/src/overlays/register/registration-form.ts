import { isPastDay, OLDEST_BIRTH, phoneProblem } from "@loyalty/api-client";
import * as v from "valibot";

import { phoneProblemTexts } from "../../texts/phone-problems.ts";
import { registerTexts } from "../../texts/register.ts";
import { REFERRAL_CODE_MAX_LENGTH } from "../referral-code/pending-referral.ts";

/** The form as it is typed: everything is text until it is sent. The order is that of spec 000 §2. */
export interface RegistrationForm {
  name: string;
  callingCode: string;
  phoneNumber: string;
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

/** Other is 99 and not 1: nobody is recorded as male who said Other (`docs/readings.md`). */
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

const say = registerTexts.say;

function required(sentence: Parameters<typeof say>[0]) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => say(sentence)),
  );
}

/** The form's rules; sentences are looked up when they are needed, so that they follow the language. */
export const registrationSchema = v.pipe(
  v.object({
    name: v.pipe(
      required("errors.nameRequired"),
      v.minLength(2, () => say("errors.nameTooShort")),
    ),
    callingCode: v.string(),
    phoneNumber: v.pipe(v.string(), v.trim()),
    gender: required("errors.genderRequired"),
    race: required("errors.raceRequired"),
    dateOfBirth: v.pipe(
      required("errors.dateOfBirthRequired"),
      v.check(
        (day) => day === "" || day >= OLDEST_BIRTH,
        () => say("errors.dateOfBirthTooEarly"),
      ),
      v.check(
        (day) => isPastDay(day),
        () => say("errors.dateOfBirthInvalid"),
      ),
    ),
    occupation: v.pipe(v.string(), v.trim()),
    registerOutlet: required("errors.outletRequired"),
    referralCode: v.pipe(v.string(), v.trim(), v.maxLength(REFERRAL_CODE_MAX_LENGTH)),
    agreeToTerms: v.boolean(),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { callingCode, phoneNumber } = dataset.value;
    const message = phoneSentence(callingCode, phoneNumber);
    if (message === null) return;
    addIssue({
      message,
      path: [
        {
          type: "object",
          origin: "value",
          input: dataset.value,
          key: "phoneNumber",
          value: phoneNumber,
        },
      ],
    });
  }),
);

function phoneSentence(callingCode: string, phoneNumber: string): string | null {
  if (phoneNumber === "") return say("errors.phoneRequired");
  const problem = phoneProblem(callingCode, phoneNumber);
  return problem && phoneProblemTexts.say(problem);
}
