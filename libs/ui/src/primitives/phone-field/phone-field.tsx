import { ChevronDown } from "lucide-react";
import { useMemo, type ComponentProps, type ReactNode } from "react";

import { primitiveTexts } from "../../texts/primitives.ts";
import { useLanguage } from "../../texts/use-language.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Field } from "../field/field.tsx";
import { countryNames, sortedForReading, type CallingCodeOption } from "./countries.ts";
import { CountryFlag } from "./country-flag.tsx";
import styles from "./phone-field.module.css";

export interface PhoneFieldProps {
  callingCodes: readonly CallingCodeOption[];
  callingCodeId: number | undefined;
  onCallingCodeChange: (id: number) => void;
  /** What the reader typed, as it was typed. */
  number: string;
  onNumberChange: (number: string) => void;
  /** @default "Phone number" */
  label?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** More for the number's input: `ref`, `name`, `onBlur`. */
  input?: Omit<ComponentProps<"input">, "value" | "onChange" | "className">;
}

/** A phone number: the country's calling code and the national number, each known to the browser's autofill. */
export function PhoneField(props: PhoneFieldProps) {
  const t = useTexts(primitiveTexts);
  const { label = t("phoneNumber"), hint, error, required, disabled, number, input } = props;

  return (
    <Field {...{ label, hint, error, required }} id={input?.id}>
      {(control) => (
        <div className={styles.frame} data-invalid={error ? "" : undefined}>
          <CallingCodeSelect {...props} />
          <input
            autoComplete="tel-national"
            {...input}
            {...control}
            type="tel"
            inputMode="numeric"
            className={styles.number}
            value={number}
            disabled={disabled}
            onChange={(event) => props.onNumberChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}

function CallingCodeSelect(props: PhoneFieldProps) {
  const { callingCodes, callingCodeId, onCallingCodeChange, disabled } = props;
  const t = useTexts(primitiveTexts);
  const language = useLanguage();
  const sorted = useMemo(() => sortedForReading(callingCodes, language), [callingCodes, language]);
  const chosen = callingCodes.find(({ id }) => id === callingCodeId)?.name;

  const describe = (code: string) => {
    const country = countryNames(code, language);
    return country ? t("countryAndCode", { country, code }) : t("unknownCountry", { code });
  };

  return (
    <span className={styles.code}>
      {chosen && <CountryFlag callingCode={chosen} />}
      <span aria-hidden="true">{chosen && `+${chosen}`}</span>
      <ChevronDown aria-hidden="true" size={16} className={styles.chevron} />
      <select
        className={styles.select}
        aria-label={t("callingCode")}
        autoComplete="tel-country-code"
        value={callingCodeId ?? ""}
        disabled={disabled}
        onChange={(event) => onCallingCodeChange(Number(event.target.value))}
      >
        {sorted.map(({ id, name }) => (
          <option key={id} value={id}>
            {describe(name)}
          </option>
        ))}
      </select>
    </span>
  );
}
