import { profileTexts } from "@loyalty/ui/texts/profile";

export interface ProfileValues {
  name: string;
  email: string;
}

export type ProfileProblems = Partial<Record<keyof ProfileValues, string>>;

// Something, an @, something with a dot: the server decides, this catches slips of the finger.
const looksLikeAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What keeps these values from being saved, a sentence a field (spec 001 §5). Both may be empty. */
export function profileProblems({ name, email }: ProfileValues): ProfileProblems {
  const problems: ProfileProblems = {};
  if (name.trim().length === 1) problems.name = profileTexts.say("edit.nameTooShort");
  if (email.trim() && !looksLikeAddress.test(email.trim())) {
    problems.email = profileTexts.say("edit.emailInvalid");
  }
  return problems;
}
