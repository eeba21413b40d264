import { catalogue } from "./catalogue.ts";
import en from "./en/announcement.json";

export const announcementTexts = catalogue("announcement", en);
