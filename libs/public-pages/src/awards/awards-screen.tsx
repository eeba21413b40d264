import { awardsContent } from "@loyalty/content/awards";
import { useContent, useContentWords } from "@loyalty/content/content";
import { paths } from "@loyalty/shell/paths";
import { buttonClass } from "@loyalty/ui/button";
import { formatDay } from "@loyalty/ui/formats";
import text from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { PageHead, SideBySide } from "../components/page-layout.tsx";
import styles from "./awards-screen.module.css";
import { awardsTexts } from "./texts.ts";

/** The entries in the Malaysia Book of Records (spec 001 §2). */
export default function AwardsScreen() {
  const { t } = useTranslation(awardsTexts);
  const words = useContentWords();
  const { awards } = useContent(awardsContent);
  return (
    <>
      <PageHead eyebrow={t("book")} title={t("title")} intro={t("intro")} />
      {awards.map(({ id, name, day, picture, paragraphs }, position) => (
        <SideBySide
          key={id}
          scene={picture}
          title={words(name)}
          pictureLast={position % 2 === 1}
          isFirst={position === 0}
        >
          <p className={`${text.primary} ${text.strong}`}>
            {t("book")} · <time dateTime={day}>{formatDay(day, "long")}</time>
          </p>
          {paragraphs.map((paragraph) => (
            <p key={paragraph.en}>{words(paragraph)}</p>
          ))}
        </SideBySide>
      ))}
      <div className={styles.closing}>
        <p>{t("closing")}</p>
        <Link className={buttonClass({ size: "lg" })} to={paths.menu}>
          {t("seeMenu")}
        </Link>
      </div>
    </>
  );
}
