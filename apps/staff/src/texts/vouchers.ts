import { texts } from "@loyalty/ui/i18n";

import en from "./en/vouchers.json";

export const vouchersTexts = texts("vouchers", en);
