import { texts } from "@loyalty/ui/i18n/i18n.ts";
import en from "./en/site.json";

export const siteTexts = texts("site", en);
