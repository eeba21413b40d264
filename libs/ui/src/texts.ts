import { addEnglish } from "./i18n/i18n.ts";
import components from "./texts/en/components.json";
import crash from "./texts/en/crash.json";
import preferences from "./texts/en/preferences.json";
import unsavedChanges from "./texts/en/unsaved-changes.json";
import viewer from "./texts/en/viewer.json";

export const componentTexts = addEnglish("components", components);
export const crashTexts = addEnglish("crash", crash);
/** The switches of brand, language and colours. */
export const preferenceTexts = addEnglish("preferences", preferences);
export const unsavedChangesTexts = addEnglish("unsaved-changes", unsavedChanges);
export const viewerTexts = addEnglish("viewer", viewer);

declare module "i18next" {
  interface ResourceNamespaceMap {
    components: typeof components;
    crash: typeof crash;
    preferences: typeof preferences;
    "unsaved-changes": typeof unsavedChanges;
    viewer: typeof viewer;
  }
}
