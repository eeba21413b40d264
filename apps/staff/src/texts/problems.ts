import { addEnglish } from "@loyalty/ui/i18n";
import type { ParseKeys } from "i18next";

import type { Schema } from "../queries/requests.ts";
import problems from "./en/problems.json";

/** What the API refuses, by its code; `places` say where in a file something is wrong. */
export const problemTexts = addEnglish("problems", problems);

declare module "i18next" {
  interface ResourceNamespaceMap {
    problems: typeof problems;
  }
}

type Missing = Exclude<Schema<"Problem">["code"], ParseKeys<"problems">>;

/** Every code of the contract has a sentence: those that have none are named by the type checker here. @public */
export const hasEveryCode: [Missing] extends [never] ? true : Missing = true;
