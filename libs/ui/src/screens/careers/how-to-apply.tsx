import { Link } from "react-router";

import { company } from "../../brand/brands.ts";
import { mailLink } from "../../content/mail-link.ts";
import { Section } from "../../content/section.tsx";
import { paths } from "../../routes/paths.ts";
import { careersTexts } from "../../texts/careers.ts";
import { RichText } from "../../texts/rich-text.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ApplicationForm } from "./application-form.tsx";
import styles from "./how-to-apply.module.css";

/** The application form; who would rather write an email finds the address, with a subject already written. */
export function HowToApply() {
  const t = useTexts(careersTexts);
  const address = mailLink(
    company.careersEmail,
    t("apply.subject", { department: t("apply.anyDepartment") }),
  );
  return (
    <Section title={t("apply.title")} id="apply" formBeside>
      <p className={styles.text}>
        <RichText
          texts={careersTexts}
          name="apply.text"
          values={{ email: company.careersEmail }}
          parts={{ mail: <a href={address} /> }}
        />
      </p>
      <ApplicationForm />
      <p className={styles.care}>
        <RichText
          texts={careersTexts}
          name="apply.care"
          parts={{ privacy: <Link to={paths.privacy} /> }}
        />
      </p>
    </Section>
  );
}
