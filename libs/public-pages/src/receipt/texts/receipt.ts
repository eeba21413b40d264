import { texts } from "@loyalty/ui/i18n";

import en from "./en/receipt.json";

export const receiptTexts = texts("receipt", en);
