import { DEPARTMENTS, PLACES } from "@loyalty/api-client";
import { Check } from "lucide-react";
import { Link } from "react-router";

import { company } from "../../brand/brands.ts";
import { CardGrid } from "../../content/card-grid.tsx";
import { mailLink } from "../../content/mail-link.ts";
import { outlets } from "../../content/outlets.ts";
import { PageHead } from "../../content/page-head.tsx";
import { Scene } from "../../content/scene.tsx";
import { Section } from "../../content/section.tsx";
import { formatList } from "../../formats/formats.ts";
import { paths } from "../../routes/paths.ts";
import { careersTexts } from "../../texts/careers.ts";
import { RichText } from "../../texts/rich-text.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ApplicationForm } from "./application-form.tsx";
import styles from "./careers-screen.module.css";

const benefits = ["meals", "schedule", "training", "growth", "health", "bonus"] as const;

/** Whom we look for, what they get and how they apply (spec 001 §2). */
export default function CareersScreen() {
  const t = useTexts(careersTexts);
  return (
    <>
      <div className={styles.hero}>
        <Scene name="crew" alt={t("crewAlt")} isFirst />
      </div>
      <PageHead title={t("title")} intro={t("intro", { outlets: outlets.length })} />
      <Section title={t("departments.title")}>
        <p>
          {t("places.text", { places: formatList(PLACES.map(({ key }) => t(`places.${key}`))) })}
        </p>
        <CardGrid
          cards={DEPARTMENTS.map(({ key }) => ({
            key,
            title: t(`departments.${key}.title`),
            text: t(`departments.${key}.text`),
          }))}
        />
      </Section>
      <Section title={t("benefits.title")} sunken>
        <ul role="list" className={styles.benefits}>
          {benefits.map((benefit) => (
            <li key={benefit} className={styles.benefit}>
              <Check aria-hidden="true" size={22} />
              {t(`benefits.${benefit}`)}
            </li>
          ))}
        </ul>
      </Section>
      <HowToApply />
    </>
  );
}

/** The application form; who would rather write an email finds the address, with a subject already written. */
function HowToApply() {
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
