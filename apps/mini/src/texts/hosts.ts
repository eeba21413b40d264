import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/hosts.json";

export const hostsTexts = texts("hosts", en);
