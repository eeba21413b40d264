import { texts } from "../i18n/i18n.ts";
import en from "./en/programme.json";

/** What the rewards of the programme say, as the API has it in English (`programme.yaml`). */
export const programmeTexts = texts("programme", en);
