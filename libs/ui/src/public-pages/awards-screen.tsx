import { Link } from "react-router";

import { awardsContent } from "../content/awards.ts";
import { useContent, useContentWords } from "../content/content.ts";
import { formatDay } from "../i18n/formats.ts";
import { useTexts } from "../i18n/i18n.ts";
import { buttonClass } from "../primitives/button.tsx";
import { paths } from "../routes/paths.ts";
import { awardsTexts } from "../texts/awards.ts";
import styles from "./awards-screen.module.css";
import { PageHead, SideBySide } from "./page-layout.tsx";

/** The entries in the Malaysia Book of Records (spec 001 §2). */
export default function AwardsScreen() {
  const t = useTexts(awardsTexts);
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
          <p className={styles.day}>
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
