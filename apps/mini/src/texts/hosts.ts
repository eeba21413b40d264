import { texts } from "@loyalty/ui/i18n";

import en from "./en/hosts.json";

export const hostsTexts = texts("hosts", en);
