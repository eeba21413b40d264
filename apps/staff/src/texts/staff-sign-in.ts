import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/staff-sign-in.json";

export const staffSignInTexts = texts("staff-sign-in", en);
