import * as v from "valibot";

import { EMPTY_FORM, type RegistrationForm } from "./registration-form.ts";

const KEY = "registrationDraft";

const draftSchema = v.partial(
  v.object({
    name: v.string(),
    callingCode: v.string(),
    phoneNumber: v.string(),
    gender: v.string(),
    race: v.string(),
    dateOfBirth: v.string(),
    occupation: v.string(),
    registerOutlet: v.string(),
    referralCode: v.string(),
  }),
);

/**
 * What was typed so far, kept for this browser tab so that an interruption loses nothing. Agreement to the terms is
 * not kept: it is given anew each time. The code is not part of the form and is never stored.
 */
export const registrationDraft = {
  read(): RegistrationForm {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
      const draft = v.safeParse(draftSchema, kept);
      return draft.success ? { ...EMPTY_FORM, ...draft.output } : EMPTY_FORM;
    } catch {
      return EMPTY_FORM;
    }
  },

  write({ agreeToTerms: _, ...draft }: RegistrationForm): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(draft));
    } catch {
      // Without storage an interrupted form starts empty.
    }
  },

  clear(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  },
};
