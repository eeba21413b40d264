import { primitiveTexts } from "../../texts/primitives.ts";
import { useLanguage } from "../../texts/use-language.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { countryNames } from "./countries.ts";
import { CountryFlag } from "./country-flag.tsx";
import styles from "./phone-field.module.css";

/** The country behind a calling code, with its flag; a globe and the code where nobody knows it (spec 000 §3). */
export function Country({ callingCode }: { callingCode: string }) {
  const t = useTexts(primitiveTexts);
  const language = useLanguage();
  return (
    <span className={styles.country}>
      <CountryFlag callingCode={callingCode} />
      {countryNames(callingCode, language) ?? t("unknownCountry", { code: callingCode })}
    </span>
  );
}
