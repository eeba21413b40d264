import { serverNow } from "@loyalty/api-client/http";
import { usePromotedVouchers } from "@loyalty/api-client/react/rewards";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import {
  daysLeft,
  voucherValidity,
  VOUCHER_STATUS,
  presentIneligibility,
} from "@loyalty/api-client/rules/rewards";
import type { Voucher } from "@loyalty/api-client/wire";
import { formatPhoneNumber } from "@loyalty/content/contact";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { rewardPath } from "@loyalty/shell/paths";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { BrandMark } from "@loyalty/ui/brand-logo";
import { buttonClass } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { formatLastDay, formatNumber, formatTime } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { useBrand } from "@loyalty/ui/theme-store";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { Maximize2, Sun } from "lucide-react";
import { type UIEvent, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";

import { type CardMember, Pass, TierNames, useCardMember } from "../../card/card.tsx";
import { TillSlip } from "../../card/till-slip.tsx";
import { requestTilt } from "../../card/use-tilt.ts";
import { useTillNews } from "../../card/use-till-news.ts";
import { useNowEvery } from "../../components/clock.ts";
import { QrCode, useWakeLock } from "../../components/qr-code.tsx";
import { RewardPicture } from "../../components/reward-content.tsx";
import { pointsTexts } from "../../texts/points.ts";
import { rewardsTexts } from "../../texts.ts";
import styles from "./member-pass.module.css";

/** The member's card with the code for the till, and beside it the vouchers that can be used now, one swipe away. */
export function MemberPass() {
  const { t } = useTranslation(pointsTexts);
  const member = useCardMember();
  const vouchers = useReadyVouchers();
  const [current, setCurrent] = useState(0);
  const strip = useRef<HTMLDivElement>(null);
  const news = useTillNews("at-till");
  if (!member) return null;

  const show = (at: number) =>
    strip.current?.children[at]?.scrollIntoView({ block: "nearest", inline: "start" });
  const follow = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) =>
    setCurrent(Math.round(scrollLeft / clientWidth));

  return (
    <Stack gap={3}>
      <div>
        <div ref={strip} className={styles.strip} onScroll={follow}>
          <Pass
            member={member}
            news={news?.kind}
            chip={news?.kind === "recorded" && <Way points={news.bill.points} />}
          >
            <Code member={member} />
          </Pass>
          {vouchers.map((voucher) => (
            <ReadyVoucher key={voucher.id} voucher={voucher} />
          ))}
        </div>
        <div role="status">{news && <TillSlip news={news} />}</div>
      </div>
      {vouchers.length > 0 && (
        <Cluster as="p" gap={2} justify="center" className={textStyles.note}>
          {/* For a mouse, which cannot swipe: a keyboard comes from link to link. */}
          <span className={styles.dots} aria-hidden="true">
            {[0, ...vouchers].map((_, at) => (
              <button
                // oxlint-disable-next-line react/no-array-index-key -- a dot has no more than its place
                key={at}
                type="button"
                tabIndex={-1}
                data-current={at === current || undefined}
                onClick={() => show(at)}
              />
            ))}
          </span>
          <span>{t("rewards.ready", { count: vouchers.length })}</span>
        </Cluster>
      )}
    </Stack>
  );
}

function Way({ points }: { points: number }) {
  return (
    <b
      className={`${surfaceStyles.gold} ${surfaceStyles.tag} ${textStyles.num} ${textStyles.tabular}`}
      aria-hidden="true"
    >
      {formatNumber(points, { signDisplay: "always" })}
    </b>
  );
}

/** The vouchers whose code can be shown now, what ends first first. */
function useReadyVouchers(): Voucher[] {
  const { data = [] } = usePromotedVouchers();
  const now = serverNow();
  return data.filter(
    (voucher) =>
      voucher.statusId === VOUCHER_STATUS.active &&
      !presentIneligibility(voucherValidity(voucher), null, now),
  );
}

/** The code to scan, and in characters for when the scanner fails; a tap shows it on the whole screen. */
function Code({ member }: { member: CardMember }) {
  const { t } = useTranslation(pointsTexts);
  const [isFull, setFull] = useState(false);
  return (
    <>
      <QrCode value={member.code} title={t("rewards.codeAlt")} />
      <div className={styles.id}>
        <Stack as="p">
          <span className={`${textStyles.note} ${textStyles.tight}`}>{t("rewards.memberId")}</span>
          <b className={styles.characters}>{member.code}</b>
        </Stack>
        <Maximize2 aria-hidden="true" size={22} />
      </div>
      <button
        type="button"
        aria-label={t("rewards.fullScreen")}
        onClick={() => {
          requestTilt();
          setFull(true);
        }}
      />
      <FullScreen member={member} open={isFull} onClose={() => setFull(false)} />
    </>
  );
}

interface FullScreenProps {
  member: CardMember;
  open: boolean;
  onClose: () => void;
}

/** The code on the whole screen, in light colours, which stays on; with the number to say where nothing scans. */
function FullScreen({ member, open, onClose }: FullScreenProps) {
  const { t } = useTranslation(pointsTexts);
  const { brand } = useBrand();
  const user = useSignedInMember();
  useWakeLock(open);
  // For a till that finds members by their number; empty if it is not known.
  const phone = user ? formatPhoneNumber(user.callingCode, user.mobileNumber) : "";
  return (
    <Dialog
      open={open}
      size="full"
      title={t("rewards.codeTitle")}
      titleHidden
      closeOnOverlay={false}
      onClose={onClose}
    >
      <div className={styles.full}>
        <div>
          <BrandMark brand={brand.key} size={32} />
          <b className={textStyles.display}>{member.name}</b>
          <span className={`${textStyles.note} ${textStyles.tight}`}>
            <TierNames level={member.level} name={member.tierName} />
          </span>
        </div>
        <QrCode full value={member.code} title={t("rewards.codeAlt")} />
        <p className={`${textStyles.note} ${textStyles.tight}`}>{t("rewards.memberId")}</p>
        <p className={styles.characters}>{member.code}</p>
        {phone && (
          <p className={`${textStyles.note} ${textStyles.tight}`}>
            <Trans
              ns={pointsTexts}
              i18nKey="rewards.fallbackPhone"
              values={{ phone }}
              components={{ number: <b className={textStyles.nowrap} /> }}
            />
          </p>
        )}
        <Cluster as="p" gap={2} nowrap className={textStyles.note}>
          <Sun aria-hidden="true" size={20} className={layoutStyles.flexNone} />
          <span>{t("rewards.codeHint")}</span>
        </Cluster>
        {open && <Clock />}
      </div>
    </Dialog>
  );
}

/** Malaysia's time to the second: a screenshot would not tick. */
function Clock() {
  useNowEvery(1000);
  return (
    <p
      className={`${textStyles.num} ${textStyles.lg} ${textStyles.strong} ${textStyles.tabular}`}
      aria-hidden="true"
    >
      {formatTime(serverNow().toISOString(), "seconds")}
    </p>
  );
}

/** A voucher that can be used now, as a ticket beside the card. */
function ReadyVoucher({ voucher }: { voucher: Voucher }) {
  const { t } = useTranslation(pointsTexts);
  const { t: r } = useTranslation(rewardsTexts);
  const { words: title, lang } = useProgrammeWords()(voucher.name);
  const left = daysLeft(voucher.expireAt, serverNow());
  return (
    <article className={styles.ticket}>
      <div>
        <RewardPicture reward={voucher} ratio="1" />
      </div>
      <div>
        <h2 className={textStyles.xl} lang={lang}>
          {title}
        </h2>
        <Cluster as="p" gap={3} tight className={textStyles.muted}>
          <b>{left > 0 ? r("mine.daysLeft", { count: left }) : r("mine.endsToday")}</b>
          <span>{r("mine.validUntil", { date: formatLastDay(voucher.expireAt) })}</span>
        </Cluster>
        <Link className={buttonClass({ wide: true })} to={rewardPath(voucher.id)}>
          {t("rewards.useVoucher")}
        </Link>
      </div>
    </article>
  );
}
