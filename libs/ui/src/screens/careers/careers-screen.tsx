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

/** Seven departments and four places (spec 001 §9). */
const departments = [
  "accountExecutive",
  "contentCreator",
  "outletSupervisor",
  "assistantSupervisor",
  "seniorService",
  "service",
  "kitchen",
] as const;
const places = ["kualaLumpur", "johor", "kedah", "melaka"] as const;
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
          {t("places.text", { places: formatList(places.map((place) => t(`places.${place}`))) })}
        </p>
        <CardGrid
          cards={departments.map((department) => ({
            key: department,
            title: t(`departments.${department}.title`),
            text: t(`departments.${department}.text`),
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
