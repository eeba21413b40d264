import { catalogue } from "./catalogue.ts";
import en from "./en/outlet-picker.json";

export const outletPickerTexts = catalogue("outlet-picker", en);
