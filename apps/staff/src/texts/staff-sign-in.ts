import { texts } from "@loyalty/ui/i18n";

import en from "./en/staff-sign-in.json";

export const staffSignInTexts = texts("staff-sign-in", en);
