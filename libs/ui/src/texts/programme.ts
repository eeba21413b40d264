import { catalogue } from "./catalogue.ts";
import en from "./en/programme.json";

/** What the rewards of the programme say, as the API has it in English (`programme.yaml`). */
export const programmeTexts = catalogue("programme", en);
