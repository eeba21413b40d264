import { useCallingCodes } from "@loyalty/api-client/react/outlets";
import { normalisePhone, phoneProblem } from "@loyalty/api-client/rules/phone";
import { formatPhoneNumber } from "@loyalty/content/contact";
import { i18n } from "@loyalty/ui/i18n";
import { PhoneField } from "@loyalty/ui/phone-field";
import { type ComponentProps, useEffect, useMemo } from "react";
import { useController, type UseFormReturn, useWatch } from "react-hook-form";
import * as v from "valibot";

import { phoneProblemTexts } from "./texts.ts";
import type { PhoneNumber } from "./use-code-request.ts";

/** The fields of a form in which a number is typed: the code is numeric, without `+`, the number is as it was typed. */
export type NumberFields = Record<"callingCode" | "phoneNumber", string>;

/**
 * The rule of the two fields; what is wrong is said at the number.
 *
 * @param required what is said where there is none
 * @param other the text for a country without a rule of its own
 */
export function phoneRule<Form extends NumberFields>(
  required: () => string,
  other: "other" | "otherAtSignIn",
) {
  return v.rawCheck<Form>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { callingCode, phoneNumber } = dataset.value;
    const problem = phoneProblem(callingCode, phoneNumber);
    if (problem === null) return;
    const sentence = i18n.t(problem === "other" ? other : problem, { ns: phoneProblemTexts });
    const message = phoneNumber === "" ? required() : sentence;
    const input = dataset.value as Record<string, unknown>;
    const key = "phoneNumber";
    const path = { type: "object", origin: "value", input, key, value: phoneNumber } as const;
    addIssue({ message, path: [path] });
  });
}

const ofNumber = <Form extends NumberFields>(form: UseFormReturn<Form>) =>
  form as unknown as UseFormReturn<NumberFields>;

/** The number that is in a form now. A calling code that nobody has any more gives way to the first of the list. */
export function useTypedNumber<Form extends NumberFields>(form: UseFormReturn<Form>) {
  const { control, setValue } = ofNumber(form);
  const { data: callingCodes = [], isPending } = useCallingCodes();
  const [callingCode, phoneNumber] = useWatch({ control, name: ["callingCode", "phoneNumber"] });
  const known = callingCodes.find(({ name }) => name === callingCode);
  const instead = known ? undefined : callingCodes[0]?.name;
  useEffect(() => {
    if (instead) setValue("callingCode", instead);
  }, [instead, setValue]);
  const callingCodeId = known?.id;
  const mobileNumber = normalisePhone(callingCode, phoneNumber);
  const number = useMemo<PhoneNumber | null>(
    () =>
      callingCodeId !== undefined && mobileNumber !== null
        ? { callingCodeId, callingCode, mobileNumber }
        : null,
    [callingCodeId, callingCode, mobileNumber],
  );

  return {
    callingCodes,
    callingCodeId,
    /** The calling codes have not come yet. */
    isPending,
    phoneNumber,
    /** The number as it can be sent, or null while it cannot. */
    number,
    /** Nothing is wrong with the number, although its calling code may still be unknown. */
    isWhole: mobileNumber !== null,
    /** Number and calling code as one text, without spaces: another text is another number. */
    fullNumber: `+${callingCode} ${mobileNumber ?? phoneNumber}`,
  };
}

interface PhoneNumberFieldProps<Form extends NumberFields> extends Pick<
  ComponentProps<typeof PhoneField>,
  "label" | "hint" | "error" | "required"
> {
  form: UseFormReturn<Form>;
  typed: ReturnType<typeof useTypedNumber>;
  onKeyDown?: ComponentProps<"input">["onKeyDown"];
}

/** Both fields; another calling code has its number checked again. */
export function PhoneNumberField<Form extends NumberFields>(props: PhoneNumberFieldProps<Form>) {
  const { form, typed, onKeyDown, ...field } = props;
  const { control } = ofNumber(form);
  const { field: number } = useController({ control, name: "phoneNumber" });
  const { field: code } = useController({
    control,
    name: "callingCode",
    rules: { deps: "phoneNumber" },
  });

  /** A whole number is grouped as people write it, once its field is left. */
  function onBlur() {
    number.onBlur();
    if (typed.number === null) return;
    const { callingCode, mobileNumber } = typed.number;
    number.onChange(formatPhoneNumber(callingCode, mobileNumber).replace(/^\+\d+ /, ""));
  }

  return (
    <PhoneField
      {...field}
      callingCodes={typed.callingCodes}
      callingCodeId={typed.callingCodeId}
      onCallingCodeChange={(id) =>
        code.onChange(typed.callingCodes.find((one) => one.id === id)?.name)
      }
      number={number.value}
      onNumberChange={number.onChange}
      input={{ name: number.name, ref: number.ref, onBlur, onKeyDown }}
    />
  );
}
