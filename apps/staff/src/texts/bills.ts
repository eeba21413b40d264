import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/bills.json";

export const billsTexts = texts("bills", en);
