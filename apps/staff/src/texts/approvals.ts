import { texts } from "@loyalty/ui/i18n";

import en from "./en/approvals.json";

export const approvalsTexts = texts("approvals", en);
