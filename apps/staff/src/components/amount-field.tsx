import { ringgitOf, senOf, typedRinggit } from "@loyalty/api-client/rules/points";
import { TextField } from "@loyalty/ui/field";
import { i18n } from "@loyalty/ui/i18n";
import type { ComponentProps } from "react";
import * as v from "valibot";

import { staffTexts } from "../texts/staff.ts";

/** An amount in ringgit, which `amountRule` reads. */
export const AmountField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} inputMode="decimal" autoComplete="off" maxLength={13} />
);

/**
 * The rule of an amount that was typed: it becomes what the API takes.
 *
 * @param most in sen
 * @param sentence what is said of anything else
 */
export const amountRule = (most = Infinity, sentence = i18n.t("amount", { ns: staffTexts })) =>
  v.pipe(
    v.string(),
    v.transform((typed) => senOf(typedRinggit(typed) ?? "")),
    v.minValue(1, sentence),
    v.maxValue(most, sentence),
    v.transform(ringgitOf),
  );
