import { texts } from "@loyalty/ui/i18n";

import en from "./en/log.json";

export const logTexts = texts("log", en);

type Kinds = typeof en.acts;

/** What the office log calls an act: `earn.verify`. */
export type Act = { [K in keyof Kinds]: `${K}.${keyof Kinds[K] & string}` }[keyof Kinds];

/** Every act that has a sentence. */
export const acts = Object.entries(en.acts).flatMap(([kind, ofKind]) =>
  Object.keys(ofKind).map((act) => `${kind}.${act}` as Act),
);
