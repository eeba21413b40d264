import { addEnglish } from "@loyalty/ui/i18n";

import contact from "./texts/en/contact.json";
import feedback from "./texts/en/feedback.json";

export const contactTexts = addEnglish("contact", contact);
export const feedbackTexts = addEnglish("feedback", feedback);

declare module "i18next" {
  interface ResourceNamespaceMap {
    contact: typeof contact;
    feedback: typeof feedback;
  }
}
