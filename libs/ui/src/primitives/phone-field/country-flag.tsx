import { Globe } from "lucide-react";
import { lazy } from "react";

import { Late } from "../late/late.tsx";
import { countriesOf } from "./countries.ts";
import styles from "./phone-field.module.css";

const Flag = lazy(async () => {
  const { flagUrl } = await import("./flag-urls.ts");
  return {
    default: ({ country }: { country: string }) => (
      <img src={flagUrl(country)} alt="" width={24} height={16} className={styles.flag} />
    ),
  };
});

/** The flag of a calling code's main country; a globe for a code that nobody knows. Said in words beside it. */
export function CountryFlag({ callingCode }: { callingCode: string }) {
  const [country] = countriesOf(callingCode);
  if (!country) return <Globe aria-hidden="true" size={20} data-testid="globe" />;
  return (
    <Late place={<span className={styles.flag} />}>
      <Flag country={country} />
    </Late>
  );
}
