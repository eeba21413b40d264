import { isPastDay } from "@loyalty/api-client";
import { settingsTexts } from "@loyalty/ui/texts/settings";

import { looksLikeEmail } from "../../room/email-address.ts";

/** The contact details as they are typed. */
export interface Contact {
  name: string;
  email: string;
  dateOfBirth: string;
  genderId: string;
}

export type ContactProblems = Partial<Record<keyof Contact, string>>;

/** What keeps contact details from being saved; here name and email are required (spec 001 §5). */
export function personalProblems({ name, email, dateOfBirth }: Contact): ContactProblems {
  const say = settingsTexts.say;
  const problems: ContactProblems = {};
  if (name.trim() === "") problems.name = say("personal.nameRequired");
  else if (name.trim().length < 2) problems.name = say("personal.nameTooShort");
  if (email.trim() === "") problems.email = say("personal.emailRequired");
  else if (!looksLikeEmail(email)) problems.email = say("personal.emailInvalid");
  if (dateOfBirth && !isPastDay(dateOfBirth)) {
    problems.dateOfBirth = say("personal.dateOfBirthInvalid");
  }
  return problems;
}
