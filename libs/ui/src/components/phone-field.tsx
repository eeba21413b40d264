import { ChevronDown, Globe } from "lucide-react";
import { type ComponentProps, lazy, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";

import text from "./text.module.css";
import { componentTexts } from "../texts.ts";
import table from "./countries.json";
import { Field, type FieldLabelProps } from "./field.tsx";
import { LazyBoundary } from "./lazy-boundary.tsx";
import { Cluster } from "../layout/layout.tsx";
import styles from "./phone-field.module.css";

/** One row of the calling codes, as the API lists them: `{ id: 1, name: "60" }`. */
export interface CallingCodeOption {
  id: number;
  name: string;
}

/** The countries (ISO 3166-1) behind a calling code, the main one first; empty when the code is unknown. */
function countriesOf(callingCode: string): readonly string[] {
  return (table as Record<string, string[]>)[callingCode] ?? [];
}

/** The names of the countries behind a calling code in a language, or null when the code is unknown. */
function countryNames(callingCode: string, language: string): string | null {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const countries = countriesOf(callingCode).map((country) => names.of(country));
  return countries.join(" / ") || null;
}

/** The first one, the home country, stays first (spec 000 §9), the others by country name, unknown codes last. */
function sortedForReading(codes: readonly CallingCodeOption[], language: string) {
  const collator = new Intl.Collator(language);
  const rank = (code: string) =>
    code === codes[0]?.name ? 0 : countriesOf(code).length > 0 ? 1 : 2;
  const shown = (code: string) => countryNames(code, language) ?? code;
  return codes.toSorted(
    ({ name: a }, { name: b }) => rank(a) - rank(b) || collator.compare(shown(a), shown(b)),
  );
}

const Flag = lazy(async () => {
  const { flagUrl } = await import("./flag-urls.ts");
  return {
    default: ({ country }: { country: string }) => (
      <img src={flagUrl(country)} alt="" width={24} height={16} className={styles.flag} />
    ),
  };
});

/** The flag of a calling code's main country; a globe for a code that nobody knows. Its name is beside it. */
function CountryFlag({ callingCode }: { callingCode: string }) {
  const [country] = countriesOf(callingCode);
  if (!country) return <Globe aria-hidden="true" size={20} data-testid="globe" />;
  return (
    <LazyBoundary fallback={<span className={styles.flag} />}>
      <Flag country={country} />
    </LazyBoundary>
  );
}

/** The country behind a calling code, with its flag; a globe and the code where nobody knows it (spec 000 §3). */
export function Country({ callingCode }: { callingCode: string }) {
  const { t } = useTranslation(componentTexts);
  const language = useTranslation().i18n.language;
  return (
    <Cluster as="span" gap={2} nowrap>
      <CountryFlag callingCode={callingCode} />
      <span>
        {countryNames(callingCode, language) ?? t("unknownCountry", { code: callingCode })}
      </span>
    </Cluster>
  );
}

export interface PhoneFieldProps extends Pick<FieldLabelProps, "hint" | "error" | "required"> {
  callingCodes: readonly CallingCodeOption[];
  callingCodeId: number | undefined;
  onCallingCodeChange: (id: number) => void;
  /** What the user typed, as it was typed. */
  number: string;
  onNumberChange: (number: string) => void;
  /** @default "Phone number" */
  label?: ReactNode;
  /** More for the number's input: `ref`, `name`, `onBlur`. */
  input?: Omit<ComponentProps<"input">, "id" | "value" | "onChange" | "className">;
}

/** A phone number: the country's calling code and the national number, each known to the browser's autofill. */
export function PhoneField(props: PhoneFieldProps) {
  const { t } = useTranslation(componentTexts);
  const { label = t("phoneNumber"), hint, error, required, number, input } = props;

  return (
    <Field
      {...{ label, hint, error, required }}
      renderControl={(control) => (
        <div className={styles.frame} data-invalid={error ? "" : undefined}>
          <CallingCodeSelect {...props} />
          <input
            autoComplete="tel-national"
            {...input}
            {...control}
            type="tel"
            inputMode="numeric"
            value={number}
            onChange={(event) => props.onNumberChange(event.target.value)}
          />
        </div>
      )}
    />
  );
}

function CallingCodeSelect(props: PhoneFieldProps) {
  const { callingCodes, callingCodeId, onCallingCodeChange } = props;
  const { t } = useTranslation(componentTexts);
  const language = useTranslation().i18n.language;
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
      <ChevronDown aria-hidden="true" size={16} className={text.muted} />
      <select
        aria-label={t("callingCode")}
        autoComplete="tel-country-code"
        value={callingCodeId ?? ""}
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
