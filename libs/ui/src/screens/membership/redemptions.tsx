import { dishPicture } from "../../content/dish-picture.ts";
import { formatMoney } from "../../formats/formats.ts";
import { redemptions } from "../../content/redemptions.ts";
import { Section } from "../../content/section.tsx";
import { dishTexts } from "../../texts/dishes.ts";
import { membershipTexts } from "../../texts/membership.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./redemptions.module.css";

/** Five things that points become, from the smallest number of points on. */
export function Redemptions() {
  const t = useTexts(membershipTexts);
  const nameOf = useTexts(dishTexts);
  return (
    <Section title={t("redeem.title")}>
      <p>{t("redeem.text")}</p>
      <ul role="list" className={styles.rewards}>
        {redemptions.map(({ dish, picture, points, priceSen }) => (
          <li key={dish} className={styles.reward}>
            <img
              className={styles.picture}
              src={dishPicture(picture)}
              alt=""
              width={600}
              height={600}
              loading="lazy"
              decoding="async"
            />
            <div className={styles.words}>
              <strong className={styles.points}>{t("redeem.points", { points })}</strong>
              <h3 className={styles.name}>{nameOf(`${dish}.name`)}</h3>
              <p className={styles.price}>
                {t("redeem.instead", { price: formatMoney(priceSen) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
