import { showToast } from "../primitives/toast.tsx";
import { overlaysTexts } from "../texts/overlays.ts";

/** Says that a part of the page could not be fetched, mostly because a release has taken its file away. */
export function sayCouldNotOpen(): void {
  showToast("error", overlaysTexts.say("failed"), 5);
}
