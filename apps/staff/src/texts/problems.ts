import { type TextName, texts } from "@loyalty/ui/i18n";

import type { Schema } from "../queries/requests.ts";
import en from "./en/problems.json";

/** What the API refuses, by its code; `places` say where in a file something is wrong. */
export const problemTexts = texts("problems", en);

type Missing = Exclude<Schema<"Problem">["code"], TextName<typeof en>>;
/** Every code of the contract has a sentence: those that have none are named by the type checker here. */
export const hasEveryCode: [Missing] extends [never] ? true : Missing = true;
