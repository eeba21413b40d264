import { addEnglish } from "@loyalty/ui/i18n";

import oneTimeCode from "../texts/en/one-time-code.json";
import phoneProblems from "../texts/en/phone-problems.json";
import referralCode from "../texts/en/referral-code.json";
import register from "../texts/en/register.json";
import signIn from "../texts/en/sign-in.json";
import signOut from "../texts/en/sign-out.json";

/** What sign-in and registration both say about the code that was sent. */
export const oneTimeCodeTexts = addEnglish("one-time-code", oneTimeCode);
/** What is wrong with a phone number, under the keys of the client's `phoneProblem` (spec 000 §5). */
export const phoneProblemTexts = addEnglish("phone-problems", phoneProblems);
export const referralCodeTexts = addEnglish("referral-code", referralCode);
export const registerTexts = addEnglish("register", register);
export const signInTexts = addEnglish("sign-in", signIn);
export const signOutTexts = addEnglish("sign-out", signOut);

declare module "i18next" {
  interface ResourceNamespaceMap {
    "one-time-code": typeof oneTimeCode;
    "phone-problems": typeof phoneProblems;
    "referral-code": typeof referralCode;
    register: typeof register;
    "sign-in": typeof signIn;
    "sign-out": typeof signOut;
  }
}
