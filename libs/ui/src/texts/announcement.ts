import { texts } from "../i18n/i18n.ts";
import en from "./en/announcement.json";

export const announcementTexts = texts("announcement", en);
