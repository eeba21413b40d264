import { texts } from "@loyalty/ui/i18n";

import en from "./en/outlet-picker.json";

export const outletPickerTexts = texts("outlet-picker", en);
