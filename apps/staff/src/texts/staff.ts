import { texts } from "@loyalty/ui/i18n";

import en from "./en/staff.json";

export const staffTexts = texts("staff", en);
