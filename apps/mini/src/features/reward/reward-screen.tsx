import { serverNow } from "@loyalty/api-client/http";
import { daysLeft, pointsMissing } from "@loyalty/api-client/rules/rewards";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { redeemPath } from "@loyalty/shell/paths";
import { memberTexts } from "@loyalty/shell/texts/member";
import { Button } from "@loyalty/ui/button";
import { formatDate, formatLastDay, formatNumber } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { QueryResult } from "@loyalty/ui/query-result";
import { Failed, Loading, Skeleton } from "@loyalty/ui/states";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Cake, ChevronDown, ChevronLeft, FileText, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";

import { firstName } from "../../card/first-name.ts";
import { Page } from "../../components/member-page.tsx";
import {
  amountOff,
  OriginalText,
  PICTURE_OF_PAGE,
  ProgrammeProse,
  RewardPicture,
} from "../../components/reward-content.tsx";
import { WalletButtons } from "../../components/wallet-buttons.tsx";
import { GoodFor } from "./good-for.tsx";
import { RewardActions } from "./reward-actions.tsx";
import styles from "./reward-screen.module.css";
import { rewardTexts } from "./texts.ts";
import { type RewardPartProps, termText, useRewardPage } from "./use-reward-page.ts";

/** Which kind of reward an address names (spec 001 §2). */
function kindOf(search: URLSearchParams) {
  if (search.get("isPromotion") === "true") return "promotion";
  return search.get("isMembership") === "true" ? "membership" : "voucher";
}

/** /reward/{id}: a reward of the catalogue, a reward of a tier, or a voucher of the member (spec 001 §2). */
export default function RewardScreen() {
  const { t } = useTranslation(rewardTexts);
  const [search] = useSearchParams();
  const { id: idText = "" } = useParams();
  const kind = kindOf(search);
  const id = /^[1-9][0-9]{0,17}$/.test(idText) ? Number(idText) : null;
  const page = useRewardPage(kind, id);
  const { view, query } = page;
  const back = {
    to: redeemPath(kind === "voucher" ? "my-rewards" : "promotion"),
    label: t("back"),
  };

  if (view && id !== null) {
    return (
      <div className={styles.page}>
        <RewardBody page={page} view={view} back={back} />
        <RewardActions
          key={`${kind}-${id}`}
          page={page}
          view={view}
          pending={<OutletsPending query={query} />}
        />
      </div>
    );
  }
  return (
    <Page title={t("title")} back={back}>
      {id === null ? (
        <Failed text={t("noId")} />
      ) : (
        <QueryResult
          query={{ ...query, data: view, isPending: !query.error && !query.isPaused }}
          loading={t("loading")}
          failed={t(kind === "membership" ? "tierFailed" : "failed")}
          height="60dvh"
        >
          {() => null}
        </QueryResult>
      )}
    </Page>
  );
}

interface RewardBodyProps extends RewardPartProps {
  back: { to: string; label: string };
}

/** The reward's picture and description, how long it is good, its cost, where and when it is valid. */
function RewardBody({ page, view, back }: RewardBodyProps) {
  const { t } = useTranslation(rewardTexts);
  const { words, lang, original } = useProgrammeWords()(view.title);
  const menuPrice = amountOff(view.value);
  const member = page.member.data;
  // In its month, and not claimed yet.
  const isGift = view.isBirthday && view.kind === "promotion" && view.ineligibility === null;
  const hasEnded = ["used", "expired", "cancelled"].includes(view.status);
  return (
    <div className={styles.body}>
      <title>{words}</title>
      <div className={styles.hero} style={PICTURE_OF_PAGE} data-gift={isGift || undefined}>
        <RewardPicture reward={view} eager />
        <Link to={back.to} className={styles.back} aria-label={back.label} viewTransition>
          <ChevronLeft aria-hidden="true" size={26} />
        </Link>
        {isGift && member && (
          <p className={styles.tag}>
            <span>{t("giftFor")}</span>
            <b>{firstName(member.name)}</b>
          </p>
        )}
        {view.cost !== null && !view.isBirthday && (
          <p className={styles.price}>{priceOf(view.cost)}</p>
        )}
        {view.isBirthday && (
          <p className={styles.birthday}>
            <Cake aria-hidden="true" size={20} />
            <span>{t("birthday")}</span>
          </p>
        )}
      </div>
      <div className={styles.sheet}>
        <div>
          {isGift && member && <p>{t("happyBirthday", { name: firstName(member.name) })}</p>}
          <h1 lang={lang}>{words}</h1>
          <OriginalText words={original} />
          <div className={textStyles.muted}>
            <ProgrammeProse html={view.description} />
            {menuPrice && <p>{t("onTheMenu", { value: menuPrice })}</p>}
          </div>
        </div>
        <HowLong view={view} />
        <PointsPanel page={page} view={view} />
        {view.kind === "voucher" && !hasEnded && <WalletButtons voucherId={view.id} />}
        <div className={`${surfaceStyles.card} ${surfaceStyles.divided}`}>
          {view.outlets ? <OutletList view={view} /> : <OutletsPending query={page.query} />}
          <Fold icon={<FileText aria-hidden="true" size={20} />} title={t("terms")}>
            <Stack gap={2} className={textStyles.note}>
              <ProgrammeProse html={view.termAndCondition} />
            </Stack>
          </Fold>
          <Figures
            figures={[
              [t("starts"), view.startAt ? formatDate(view.startAt) : t("anyTime")],
              [t("ends"), view.endAt ? formatLastDay(view.endAt) : t("noEnd")],
            ]}
          />
        </div>
      </div>
    </div>
  );
}

/** When a claim or a voucher ends, in words; a birthday's gift in the colours of one. */
function HowLong({ view }: Pick<RewardPartProps, "view">) {
  const { t } = useTranslation(rewardTexts);
  const { kind, term, endAt, isBirthday, ineligibility } = view;
  const isOpen =
    kind === "voucher" && (ineligibility === null || ineligibility === "voucher_too_early");
  const sentence =
    (term && termText(term)) ||
    (isOpen &&
      endAt &&
      t("term.left", { count: daysLeft(endAt, serverNow()), date: formatLastDay(endAt) }));
  if (!sentence && !isBirthday) return null;
  return (
    <GoodFor isGift={isBirthday}>
      {sentence && <p>{sentence}</p>}
      {isBirthday && <p>{t("birthdayOnly")}</p>}
    </GoodFor>
  );
}

/** Shown in the place of a value that is loading. */
const PENDING_TEXT = "...";

const priceOf = (cost: number) =>
  cost === 0
    ? i18n.t("free", { ns: rewardTexts })
    : i18n.t("points", { ns: memberTexts, count: cost });

/** Redeem With, Redeemable Limit, Your Points, Status (spec 001 §2). Points that failed to load can be reloaded. */
function PointsPanel({ page, view }: RewardPartProps) {
  const { t } = useTranslation(rewardTexts);
  const { cost, limit, status } = view;
  const { member } = page;
  const points = member.data?.memberPointAmount;
  const smallestBill = amountOff(view.minSpend);
  const withoutPoints = member.isLoadingError ? (
    <Stack as="span" role="alert" gap={2} align="start">
      {t("pointsFailed")}
      <Button variant="outline" busy={member.isFetching} onClick={() => void member.refetch()}>
        {t("button.retry")}
      </Button>
    </Stack>
  ) : (
    PENDING_TEXT
  );
  const statusPending = status === "unknown" && !member.isLoadingError;
  const yourPoints = [
    t("panel.yourPoints"),
    points === undefined ? withoutPoints : formatNumber(points),
  ] as const;
  const redeemWith = (price: string) => [t("panel.redeemWith"), price] as const;
  const others = [
    ...(smallestBill ? [[t("panel.minSpend"), smallestBill] as const] : []),
    [t("panel.status"), statusPending ? PENDING_TEXT : t(`status.${status}`)],
    [t("panel.limit"), limit === null ? t("panel.noLimit") : t("panel.times", { count: limit })],
  ] as const;

  return (
    <section className={`${styles.panel} ${surfaceStyles.card}`} aria-label={t("panel.title")}>
      {cost ? (
        <>
          <dl className={styles.sum}>
            <Figure name={yourPoints[0]} value={yourPoints[1]} />
            <Figure name={redeemWith("")[0]} value={formatNumber(cost)} />
            {points !== undefined && <Rest points={points} cost={cost} />}
          </dl>
          <Figures figures={others} />
        </>
      ) : (
        <Figures
          figures={[
            redeemWith(cost === null ? t("panel.thisVoucher") : priceOf(0)),
            yourPoints,
            ...others,
            ...(view.code
              ? [
                  [
                    t("code"),
                    <code key="code" className={`${textStyles.code} ${textStyles.lg}`}>
                      {view.code}
                    </code>,
                  ] as const,
                ]
              : []),
          ]}
        />
      )}
    </section>
  );
}

/** What stays with the member after the claim, or what is missing for it. */
function Rest({ points, cost }: { points: number; cost: number }) {
  const { t } = useTranslation(rewardTexts);
  const missing = pointsMissing(cost, points);
  return missing > 0 ? (
    <Figure name={t("panel.toGo")} value={formatNumber(missing)} />
  ) : (
    <Figure isRest name={t("panel.stays")} value={formatNumber(points - cost)} />
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  /** What is left of the sum. */
  isRest?: boolean;
}

function Figure({ name, value, isRest }: FigureProps) {
  return (
    <div data-rest={isRest || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Figures({ figures }: { figures: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <Figure key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

interface FoldProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** A row that opens to what it names. */
function Fold({ icon, title, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary>
        {icon}
        <span>{title}</span>
        <ChevronDown aria-hidden="true" size={20} />
      </summary>
      {children}
    </details>
  );
}

/** Where a reward is valid, collapsed at first (spec 001 §2). */
function OutletList({ view: { outlets = [], outletIds } }: Pick<RewardPartProps, "view">) {
  const { t } = useTranslation(rewardTexts);
  const count = outlets.length;
  return (
    <Fold
      icon={<MapPin aria-hidden="true" size={20} />}
      title={outletIds?.length === 0 ? t("outlets.all", { count }) : t("outlets.some", { count })}
    >
      <ul>
        {outlets.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </Fold>
  );
}

/** Shown instead of a reward's outlets while only its list has loaded: they are loading, or need a network. */
function OutletsPending({ query }: { query: RewardPartProps["page"]["query"] }) {
  const { t } = useTranslation(rewardTexts);
  const { error, isFetching, refetch } = query;
  if (isFetching && !error) {
    return (
      <Loading text={t("loading")}>
        <Skeleton height="3.5rem" />
      </Loading>
    );
  }
  return <Failed text={t("outlets.needNetwork")} busy={isFetching} onRetry={refetch} />;
}
