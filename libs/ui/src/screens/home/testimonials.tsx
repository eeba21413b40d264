import { Star } from "lucide-react";

import { Section } from "../../content/section.tsx";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./testimonials.module.css";

const guests = ["beefNoodle", "milkTea", "family"] as const;

/** Three guests, five stars each (spec 000 §2). */
export function Testimonials() {
  const t = useTexts(homeTexts);
  return (
    <Section title={t("testimonials.title")} sunken>
      <div className={styles.guests}>
        {guests.map((guest) => (
          <figure className={styles.guest} key={guest}>
            <div className={styles.stars} role="img" aria-label={t("testimonials.stars")}>
              {[1, 2, 3, 4, 5].map((star) => (
                <Star key={star} aria-hidden="true" size={18} fill="currentColor" />
              ))}
            </div>
            <blockquote className={styles.quote}>{t(`testimonials.${guest}.quote`)}</blockquote>
            <figcaption>
              <strong>{t(`testimonials.${guest}.name`)}</strong>
              <span className={styles.place}>{t(`testimonials.${guest}.place`)}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
