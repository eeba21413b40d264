import { texts } from "@loyalty/ui/i18n";

import en from "./en/bills.json";

export const billsTexts = texts("bills", en);
