import { Link } from "react-router";

import { awards } from "../content/awards.ts";
import { formatDay } from "../i18n/formats.ts";
import { useTexts } from "../i18n/i18n.ts";
import { buttonClass } from "../primitives/button.tsx";
import { paths } from "../routes/paths.ts";
import { awardNameTexts } from "../texts/award-names.ts";
import { awardsTexts } from "../texts/awards.ts";
import styles from "./awards-screen.module.css";
import { PageHead, SideBySide } from "./page-layout.tsx";

/** The two entries in the Malaysia Book of Records (spec 001 §2). */
export default function AwardsScreen() {
  const t = useTexts(awardsTexts);
  const nameOf = useTexts(awardNameTexts);
  return (
    <>
      <PageHead eyebrow={t("book")} title={t("title")} intro={t("intro")} />
      {awards.map(({ id, day, scene }, position) => (
        <SideBySide
          key={id}
          scene={scene}
          title={nameOf(id)}
          pictureLast={position % 2 === 1}
          isFirst={position === 0}
        >
          <p className={styles.day}>
            {t("book")} · <time dateTime={day}>{formatDay(day, "long")}</time>
          </p>
          <p>{t(`${id}.first`)}</p>
          <p>{t(`${id}.second`)}</p>
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
