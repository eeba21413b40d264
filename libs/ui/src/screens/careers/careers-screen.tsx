import { DEPARTMENTS, PLACES } from "@loyalty/api-client";
import { Check } from "lucide-react";

import { CardGrid } from "../../content/card-grid.tsx";
import { outlets } from "../../content/outlets.ts";
import { PageHead } from "../../content/page-head.tsx";
import { Scene } from "../../content/scene.tsx";
import { Section } from "../../content/section.tsx";
import { formatList } from "../../formats/formats.ts";
import { careersTexts } from "../../texts/careers.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./careers-screen.module.css";
import { HowToApply } from "./how-to-apply.tsx";

const benefits = ["meals", "schedule", "training", "growth", "health", "bonus"] as const;

/** Whom we look for, what they get and how they apply (spec 001 §2). */
export function CareersScreen() {
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
