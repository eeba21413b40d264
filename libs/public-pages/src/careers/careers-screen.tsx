import { mailLink } from "@loyalty/content/contact";
import { useContent, useContentWords } from "@loyalty/content/content";
import { openingsContent } from "@loyalty/content/openings";
import { useOutlets } from "@loyalty/content/outlets";
import { paths } from "@loyalty/shell/paths";
import { company } from "@loyalty/content/company";
import { formatList } from "@loyalty/ui/formats";
import { Cluster, Grid } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Check } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";

import { CardGrid, PageBanner, PageHead, Section } from "../components/page-layout.tsx";
import { ApplicationForm } from "./application-form.tsx";
import { careersTexts } from "./texts.ts";

const benefits = ["meals", "schedule", "training", "growth", "health", "bonus"] as const;

/** Whom we look for, what they get and how they apply (spec 001 §2). */
export default function CareersScreen() {
  const { t } = useTranslation(careersTexts);
  const words = useContentWords();
  const outlets = useOutlets();
  const { departments, places } = useContent(openingsContent);
  return (
    <>
      <PageBanner name="crew" alt={t("crewAlt")} />
      <PageHead title={t("title")} intro={t("intro", { outlets: outlets.length })} />
      <Section title={t("departments.title")}>
        <p>{t("places.text", { places: formatList(places.map(({ title }) => words(title))) })}</p>
        <CardGrid
          cards={departments.map(({ id, title, text }) => ({
            key: id,
            title: words(title),
            text: words(text),
          }))}
        />
      </Section>
      <Section title={t("benefits.title")} sunken>
        <Grid as="ul" role="list" gap={3} columns="widest">
          {benefits.map((benefit) => (
            <Cluster as="li" key={benefit} gap={3} align="start" nowrap>
              <Check
                aria-hidden="true"
                size={22}
                className={`${textStyles.success} ${layoutStyles.flexNone}`}
              />
              {t(`benefits.${benefit}`)}
            </Cluster>
          ))}
        </Grid>
      </Section>
      <HowToApply />
    </>
  );
}

/** The application form; who would rather write an email finds the address, with a subject already written. */
function HowToApply() {
  const { t } = useTranslation(careersTexts);
  const address = mailLink(
    company.careersEmail,
    t("apply.subject", { department: t("apply.anyDepartment") }),
  );
  return (
    <Section title={t("apply.title")} id="apply" formBeside>
      <p className={textStyles.measure}>
        <Trans
          ns={careersTexts}
          i18nKey="apply.text"
          values={{ email: company.careersEmail }}
          components={{ mail: <a href={address} /> }}
        />
      </p>
      <ApplicationForm />
      <p className={`${textStyles.note} ${textStyles.measure}`}>
        <Trans
          ns={careersTexts}
          i18nKey="apply.care"
          components={{ privacy: <Link to={paths.privacy} /> }}
        />
      </p>
    </Section>
  );
}
