import { startFormats } from "@loyalty/ui";
import { translateRefusals } from "@loyalty/ui/languages/say-refusal";
import { speak, speakAgainOnline } from "@loyalty/ui/languages/speak";

/** So long a first page waits for its language; after that it begins in English and changes when the texts are here. */
const PATIENCE_MS = 1500;

/** Applies the kept formats and speaks the kept language, also when another tab or the network changes it. */
export async function startLanguage(): Promise<void> {
  let first: Promise<unknown> = Promise.resolve();
  startFormats((settings) => (first = speak(settings)));
  speakAgainOnline();
  translateRefusals();
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
