import { useOutlets } from "@loyalty/content/outlets";
import { paths } from "@loyalty/shell/paths";
import { buttonClass } from "@loyalty/ui/button";
import { Stack } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { CardGrid, PageHead, Section, SideBySide } from "../components/page-layout.tsx";
import styles from "./about-screen.module.css";
import { aboutTexts } from "./texts.ts";

const values = ["fresh", "halal", "fair", "home"] as const;
const team = ["kitchen", "tea", "floor"] as const;

/** The years that mattered, oldest first. */
const steps = [
  "firstPot",
  "firstMall",
  "acrossTheCountry",
  "thongCha",
  "noodleRecord",
  "teaRecord",
] as const;

/** Our Story: where both brands come from, what they hold on to, who they are, how they grew (spec 001 §2). */
export default function AboutScreen() {
  const { t } = useTranslation(aboutTexts);
  const outlets = useOutlets();
  return (
    <>
      <PageHead title={t("title")} intro={t("intro", { outlets: outlets.length })} />
      <SideBySide scene="story-pot" title={t("pot.title")} isFirst>
        <p>{t("pot.text")}</p>
      </SideBySide>
      <SideBySide scene="story-pour" title={t("tea.title")} pictureLast>
        <p>{t("tea.text")}</p>
      </SideBySide>
      <Section title={t("mission.title")} sunken>
        <p>{t("mission.text")}</p>
      </Section>
      <Section title={t("values.title")}>
        <CardGrid
          cards={values.map((value) => ({
            key: value,
            title: t(`values.${value}.title`),
            text: t(`values.${value}.text`),
          }))}
        />
      </Section>
      <SideBySide scene="crew" title={t("team.title")} sunken>
        {team.map((group) => (
          <div key={group}>
            <h3>{t(`team.${group}.title`)}</h3>
            <p>{t(`team.${group}.text`)}</p>
          </div>
        ))}
      </SideBySide>
      <Section title={t("timeline.title")}>
        <Stack as="ol" role="list" className={textStyles.measure}>
          {steps.map((step) => (
            <li key={step} className={styles.step}>
              <strong>{t(`timeline.${step}.year`)}</strong>
              <p>{t(`timeline.${step}.text`)}</p>
            </li>
          ))}
        </Stack>
        <p>
          <Link className={buttonClass({ variant: "outline" })} to={paths.awards}>
            {t("seeAwards")}
          </Link>{" "}
          <Link className={buttonClass({ variant: "outline" })} to={paths.locations}>
            {t("seeOutlets")}
          </Link>
        </p>
      </Section>
    </>
  );
}
