import { addEnglish } from "@loyalty/ui/i18n";

import people from "./en/people.json";

export const peopleTexts = addEnglish("people", people);

declare module "i18next" {
  interface ResourceNamespaceMap {
    people: typeof people;
  }
}
