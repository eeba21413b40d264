import { texts } from "../i18n/i18n.ts";
import en from "./en/viewer.json";

export const viewerTexts = texts("viewer", en);
