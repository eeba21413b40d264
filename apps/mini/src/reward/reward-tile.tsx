import type { RewardBadge } from "@loyalty/api-client";
import { useProgrammeWords, useTexts, VisuallyHidden } from "@loyalty/ui";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { Badges } from "./badges.tsx";
import { Original } from "./original.tsx";
import styles from "./reward-tile.module.css";

interface RewardTileProps {
  title: string;
  picture: ReactNode;
  to: string;
  badges: readonly RewardBadge[];
  limited?: boolean;
  /** Out of reach for now: the picture steps back. */
  distant?: boolean;
  /** What it costs, how far it is, until when it is good. */
  children: ReactNode;
}

/** One reward or voucher of a list: beside its picture on a phone, below it elsewhere. All of it is the link. */
export function RewardTile(props: RewardTileProps) {
  const t = useTexts(rewardsTexts);
  const { words: title, lang, original } = useProgrammeWords()(props.title);
  const { picture, to, badges, limited = false, distant = false, children } = props;
  return (
    <article className={styles.tile} data-distant={distant || undefined}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <Badges badges={badges} limited={limited} />
        <h3 className={styles.title} lang={lang}>
          {title}
        </h3>
        <Original words={original} />
        {children}
        <Link to={to} className={styles.link}>
          {t("promotion.details")}
          <VisuallyHidden> {t("promotion.detailsOf", { title })}</VisuallyHidden>
        </Link>
      </div>
    </article>
  );
}

/** The tiles of a list: one below the other on a phone, in columns elsewhere. */
export function RewardTiles({ children }: { children: ReactNode }) {
  return (
    <ul role="list" className={styles.tiles}>
      {children}
    </ul>
  );
}
