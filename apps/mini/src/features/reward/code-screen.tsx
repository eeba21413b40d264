import { messageOf } from "@loyalty/api-client/errors";
import { newIdempotencyKey, serverNow } from "@loyalty/api-client/http";
import { usePresent } from "@loyalty/api-client/react/rewards";
import { presentedSecondsLeft } from "@loyalty/api-client/rules/rewards";
import type { Voucher, VoucherDetail } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { useOutlets } from "@loyalty/content/outlets";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { formatDate, formatTime } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { errorTexts } from "@loyalty/shell/texts/errors";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { useIsBefore, useNowEvery } from "../../components/clock.ts";
import { QrCode, useWakeLock } from "../../components/qr-code.tsx";
import { amountOff, RewardPicture } from "../../components/reward-content.tsx";
import styles from "./code-screen.module.css";
import { OutletPicker } from "./outlet-picker.tsx";
import { rewardTexts } from "./texts.ts";
import { Ticket } from "./ticket.tsx";

/** Below this the time left is also announced in words, and shown in another colour. */
const SOON_S = 60;

/** A voucher; of a list without what only its own record has. */
type ShownVoucher = Voucher & Partial<VoucherDetail>;

interface CodeScreenProps {
  voucher: ShownVoucher;
  /** What it has saved once it is used, in ringgit, where that is known. */
  worth?: string;
  /** 'Got it!': needs no network. */
  onDone: () => void;
  /** What is said last once it is used. */
  children?: ReactNode;
}

/** 'Reward Ready!' until the voucher is used, on the whole screen for the cashier: the code, and the time left for it. */
export function CodeScreen({ voucher, worth, onDone, children }: CodeScreenProps) {
  const { t } = useTranslation(rewardTexts);
  const { words, lang } = useProgrammeWords()(voucher.name);
  const outlet = useOutletName(voucher);
  const { usedAt, presentUntil } = voucher;
  const used = usedAt !== null;
  const saved = amountOff(worth);
  const inTime = useIsBefore(presentUntil);
  const until = inTime && !used ? presentUntil : null;
  useWakeLock(until !== null);

  return (
    <Dialog
      open
      size="full"
      title={used ? t("status.used") : t("show.title")}
      description={until ? t("show.text") : undefined}
      closeOnOverlay={false}
      closeOnEscape={false}
      closeButton={false}
      onClose={onDone}
      footer={
        <Button size="lg" wide onClick={onDone}>
          {t("show.done")}
        </Button>
      }
    >
      {used ? (
        <>
          <Ticket
            picture={<RewardPicture reward={voucher} />}
            title={<span lang={lang}>{words}</span>}
          >
            {[formatDate(usedAt), outlet].filter(Boolean).join(" · ")}
          </Ticket>
          <Stack
            as="p"
            role="status"
            gap={1}
            align="center"
            className={`${textStyles.muted} ${textStyles.center}`}
          >
            <span className={`${textStyles.display} ${textStyles.xxl} ${textStyles.success}`}>
              {t("show.used")}
            </span>
            {saved && <span>{t("claimed.saved", { amount: saved })}</span>}
            <span>{children}</span>
          </Stack>
        </>
      ) : until ? (
        <Code voucher={voucher} until={until} />
      ) : (
        <p role="status" className={`${textStyles.lg} ${textStyles.center}`}>
          {voucher.heldTillId === null
            ? t("show.over")
            : i18n.t("reward.voucher_held", { ns: errorTexts })}
        </p>
      )}
    </Dialog>
  );
}

function Code({ voucher, until }: { voucher: ShownVoucher; until: string }) {
  const { t } = useTranslation(rewardTexts);
  const { name, code, signedCode, tillName, outletId } = voucher;
  const { words, lang } = useProgrammeWords()(name);
  const outlet = useOutletName(voucher);
  // In groups of four, as it is read out, without separators of its own.
  const groups = code.replaceAll(/[^0-9A-Za-z]/g, "").match(/.{1,4}/g) ?? [];
  return (
    <Stack gap={2} align="center">
      <div className={styles.what}>
        <div className={surfaceStyles.clip}>
          <RewardPicture reward={voucher} ratio="1 / 1" />
        </div>
        <div>
          <p className={`${textStyles.lg} ${textStyles.strong} ${textStyles.tight}`} lang={lang}>
            {words}
          </p>
          {outlet && <p>{t("show.at", { outlet })}</p>}
        </div>
      </div>
      <QrCode full value={signedCode ?? code} title={t("show.qr")} />
      <p
        className={styles.characters}
        aria-label={t("show.code", { code: groups.join(" ") })}
        role="img"
      >
        {groups.map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two groups may be alike, and none moves
          <span key={index}>{group}</span>
        ))}
      </p>
      {signedCode && tillName && (
        <p role="status" className={`${textStyles.strong} ${textStyles.center}`}>
          {t("show.onlyAt", { till: tillName })}
        </p>
      )}
      <Times until={until} signed={!!signedCode} />
      {!signedCode && (tillName || outletId === null) && <WithoutNetwork voucher={voucher} />}
      <p className={textStyles.note}>{t("show.brightness")}</p>
    </Stack>
  );
}

/** The name of the outlet that was chosen for a voucher; undefined where none was. */
function useOutletName({ outletId, outlets }: ShownVoucher): string | undefined {
  const known = useOutlets();
  if (outletId === null || outletId === undefined) return undefined;
  return [...(outlets ?? []), ...known].find(({ id }) => id === outletId)?.name;
}

/** Shows the code again as one that a till without a network can verify: of the outlet that was picked, or is now. */
function WithoutNetwork({ voucher: { id, outletId = null, outlets } }: { voucher: ShownVoucher }) {
  const { t } = useTranslation(rewardTexts);
  const [isPicking, setPicking] = useState(false);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const present = usePresent();
  if (isPicking) {
    const close = () => setPicking(false);
    return (
      <OutletPicker
        withoutNetwork
        voucherId={id}
        places={outlets}
        home={null}
        pending={null}
        onClose={close}
        onShown={close}
      />
    );
  }
  return (
    <Button
      variant="outline"
      busy={present.isPending}
      onClick={() =>
        outletId === null
          ? setPicking(true)
          : present.mutate(
              { voucherId: id, outletId, withoutNetwork: true, idempotencyKey },
              { onError: (error) => showToast("error", messageOf(error, t("claimFailed")), 4) },
            )
      }
    >
      {t("show.noNetwork")}
    </Button>
  );
}

/** Malaysia's time to the second, because a screenshot would not tick, and the time left to use the shown voucher. */
function Times({ until, signed }: { until: string; signed: boolean }) {
  const { t } = useTranslation(rewardTexts);
  useNowEvery(1000);
  const now = serverNow();
  const left = presentedSecondsLeft(until, now);
  const soon = left < SOON_S;
  return (
    <>
      <p className={`${textStyles.muted} ${textStyles.tabular}`} aria-hidden="true">
        {formatDate(now.toISOString())} · <b>{formatTime(now.toISOString(), "seconds")}</b>
      </p>
      <div
        className={`${styles.left} ${surfaceStyles.soft} ${textStyles.center}`}
        data-soon={soon || undefined}
      >
        <p role="timer" aria-live="off">
          <strong>{t("show.until", { at: formatTime(until) })}</strong>{" "}
          <span>
            {t("show.left", {
              time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`,
            })}
          </span>
        </p>
        {!signed && <p>{t("show.back")}</p>}
        <p role="status">{soon && t("show.soon")}</p>
      </div>
    </>
  );
}
