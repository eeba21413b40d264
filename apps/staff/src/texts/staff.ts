import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/staff.json";

export const staffTexts = texts("staff", en);
