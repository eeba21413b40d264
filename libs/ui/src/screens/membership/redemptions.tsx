import { dishPicture } from "../../content/dish-picture.ts";
import { redemptions, type Redemption } from "../../content/redemptions.ts";
import { Section } from "../../content/section.tsx";
import { rowMovement, Slides } from "../../content/slides/slides.tsx";
import { formatMoney } from "../../formats/formats.ts";
import { dishTexts } from "../../texts/dishes.ts";
import { membershipTexts } from "../../texts/membership.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./redemptions.module.css";

/** Five things that points become, from the smallest number of points on, passing by. */
export function Redemptions({ delayMs }: { delayMs: number }) {
  const t = useTexts(membershipTexts);
  return (
    <Section title={t("redeem.title")}>
      <p>{t("redeem.text")}</p>
      <Slides
        label={t("redeem.title")}
        perView="several"
        slides={redemptions.map((one) => ({ key: one.dish, content: <Reward {...one} /> }))}
        options={() => rowMovement("several", delayMs)}
      />
    </Section>
  );
}

function Reward({ dish, picture, points, priceSen }: Redemption) {
  const t = useTexts(membershipTexts);
  const nameOf = useTexts(dishTexts);
  return (
    <div className={styles.reward}>
      <img
        className={styles.picture}
        src={dishPicture(picture)}
        alt=""
        width={600}
        height={600}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      <div className={styles.words}>
        <strong className={styles.points}>{t("redeem.points", { points })}</strong>
        <h3 className={styles.name}>{nameOf(`${dish}.name`)}</h3>
        <p className={styles.price}>{t("redeem.instead", { price: formatMoney(priceSen) })}</p>
      </div>
    </div>
  );
}
