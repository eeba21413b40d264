import { isPastDay } from "@loyalty/api-client";
import { profileTexts } from "@loyalty/ui/texts/profile";

import { looksLikeEmail } from "../../room/email-address.ts";

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
  const say = profileTexts.say;
  const problems: ProfileProblems = {};
  if (name.trim().length === 1) problems.name = say("edit.nameTooShort");
  if (email.trim() && !looksLikeEmail(email)) problems.email = say("edit.emailInvalid");
  if (dateOfBirth && !isPastDay(dateOfBirth)) {
    problems.dateOfBirth = say("edit.dateOfBirthInvalid");
  }
  return problems;
}
