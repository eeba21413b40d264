import { addEnglish } from "@loyalty/ui/i18n";

import log from "./en/log.json";

export const logTexts = addEnglish("log", log);

declare module "i18next" {
  interface ResourceNamespaceMap {
    log: typeof log;
  }
}

type Kinds = typeof log.acts;

/** What the office log calls an act: `earn.verify`. */
export type Act = { [K in keyof Kinds]: `${K}.${keyof Kinds[K] & string}` }[keyof Kinds];

export const acts = Object.entries(log.acts).flatMap(([kind, ofKind]) =>
  Object.keys(ofKind).map((act) => `${kind}.${act}` as Act),
);
