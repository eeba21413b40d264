import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/vouchers.json";

export const vouchersTexts = texts("vouchers", en);
