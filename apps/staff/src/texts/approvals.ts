import { texts } from "@loyalty/ui/i18n/i18n.ts";

import en from "./en/approvals.json";

export const approvalsTexts = texts("approvals", en);
