import { Link } from "react-router";

import { Section } from "../../content/section.tsx";
import { paths } from "../../routes/paths.ts";
import { membershipTexts } from "../../texts/membership.ts";
import { RichText } from "../../texts/rich-text.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./good-to-know.module.css";

const terms = ["net", "personal", "outlets", "welcome", "birthday"] as const;

/** The terms in short, and the way to the whole of them. */
export function GoodToKnow() {
  const t = useTexts(membershipTexts);
  return (
    <Section title={t("terms.title")} sunken>
      <ul className={styles.terms}>
        {terms.map((term) => (
          <li key={term}>{t(`terms.${term}`)}</li>
        ))}
      </ul>
      <p>
        <RichText
          texts={membershipTexts}
          name="terms.full"
          parts={{ terms: <Link to={paths.terms} />, privacy: <Link to={paths.privacy} /> }}
        />
      </p>
    </Section>
  );
}
