import { senOf } from "@loyalty/api-client/rules/points";
import { Cluster } from "@loyalty/ui/layout";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { TrendingDown, TrendingUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { staffTexts } from "../texts/staff.ts";
import styles from "./figure-strip.module.css";

export interface Figure {
  title: string;
  /** A count, or ringgit as the API writes them: `45.90`. */
  value: number | string;
  /** The same of the time it is compared with; without it `note` says more. */
  before?: number | string;
  /** The weekday of that time, where it is the one a week before: `Sunday`. */
  weekday?: string | undefined;
  note?: string;
  /** More of it is neither good nor bad. */
  isPlain?: boolean;
  /** Where its rows are: a page, or what opens them. */
  path?: string;
  onOpen?: (() => void) | undefined;
}

/** Figures side by side, each with how it has changed, and each leads to its rows. */
export function FigureStrip({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation(staffTexts);
  return (
    <ul role="list" className={`${surfaceStyles.panel} ${surfaceStyles.clip} ${styles.figures}`}>
      {figures.map((figure) => {
        const { title, path, onOpen } = figure;
        const content = (
          <>
            <span>{title}</span>
            <strong>{written(figure.value)}</strong>
            {figure.before === undefined ? (
              <span className={textStyles.fine}>{figure.note}</span>
            ) : (
              <Change {...figure} before={figure.before} />
            )}
          </>
        );
        return (
          <li key={title}>
            {path ? (
              <Link to={path} className={styles.figure}>
                {content}
              </Link>
            ) : onOpen ? (
              <button
                type="button"
                className={styles.figure}
                title={t("figure.rows")}
                onClick={onOpen}
              >
                {content}
              </button>
            ) : (
              <div className={styles.figure}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const numberOf = (value: number | string) => (typeof value === "string" ? senOf(value) : value);
const written = (value: number | string) =>
  typeof value === "string" ? formatMoney(senOf(value)) : formatNumber(value);

/** How a figure has changed, in per cent; of nothing before, or of almost the same, what it was. */
export function Change(
  figure: Pick<Figure, "value" | "isPlain" | "weekday"> & { before: number | string },
) {
  const { t } = useTranslation(staffTexts);
  const [is, was] = [numberOf(figure.value), numberOf(figure.before)];
  const [before, { weekday }] = [written(figure.before), figure];
  if (is === was) return <span className={textStyles.fine}>{t("figure.same")}</span>;
  const share = Math.round((Math.abs(is - was) / was) * 100);
  if (was === 0 || share === 0) {
    return (
      <span className={textStyles.fine}>
        {weekday ? t("figure.lastWeekday", { before, weekday }) : t("figure.before", { before })}
      </span>
    );
  }
  const isMore = is > was;
  const Icon = isMore ? TrendingUp : TrendingDown;
  return (
    <Cluster
      as="span"
      gap={1}
      tight
      className={styles.change}
      data-more={figure.isPlain ? undefined : isMore}
    >
      <Icon aria-hidden="true" size={14} />
      <b>{t(isMore ? "figure.more" : "figure.less", { share })}</b>
      <span className={textStyles.fine}>{t("figure.from", { before })}</span>
    </Cluster>
  );
}
