import { serverNow, type Voucher } from "@loyalty/api-client";
import { Button, Dialog, formatDate, formatTime, useTexts } from "@loyalty/ui";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { CircleCheck } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";

import { useWakeLock } from "../../../room/use-wake-lock.ts";
import styles from "./code-screen.module.css";
import { Countdown, useIsBefore, useTicking } from "./countdown.tsx";
import { grouped } from "./grouped.ts";

const SIZE_PX = 240;
const QUIET_MODULES = 4;

interface CodeScreenProps {
  voucher: Voucher;
  /** 'Got it!': needs no network. */
  onDone: () => void;
}

/**
 * 'Reward Ready!' until it is used, held out to the cashier: the whole screen, light in every scheme, the code to scan and to read,
 * a clock that moves (so that it is no screenshot) and the time that is left by the server's clock.
 */
export function CodeScreen({ voucher, onDone }: CodeScreenProps) {
  const t = useTexts(rewardTexts);
  const { usedAt, presentUntil } = voucher;
  const used = usedAt !== null;
  const inTime = useIsBefore(presentUntil);
  const until = used || !inTime ? null : presentUntil;
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
        <p role="status" className={styles.used}>
          <CircleCheck aria-hidden="true" size={72} />
          {t("show.used")}
        </p>
      ) : until ? (
        <Code voucher={voucher} until={until} />
      ) : (
        <p role="status" className={styles.over}>
          {t("show.over")}
        </p>
      )}
    </Dialog>
  );
}

function Code({ voucher, until }: { voucher: Voucher; until: string }) {
  const t = useTexts(rewardTexts);
  const { name, code } = voucher;
  return (
    <div className={styles.code}>
      <p className={styles.name}>{name}</p>
      <div className={`qr ${styles.qr}`}>
        <QRCodeSVG
          value={code}
          size={SIZE_PX}
          level="M"
          marginSize={QUIET_MODULES}
          fgColor="var(--qr-fg)"
          bgColor="var(--qr-bg)"
          title={t("show.qr")}
          role="img"
        />
      </div>
      <p
        className={styles.signs}
        aria-label={t("show.code", { code: grouped(code).join(" ") })}
        role="img"
      >
        {grouped(code).map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two groups may be alike, and none moves
          <span key={index}>{part}</span>
        ))}
      </p>
      <Clock />
      <Countdown until={until} />
      <p className={styles.hint}>{t("show.brightness")}</p>
    </div>
  );
}

/** Malaysia's time to the second: what moves here cannot be a picture of the screen. */
function Clock() {
  useTicking();
  const now = serverNow().toISOString();
  return (
    <p className={styles.clock} aria-hidden="true">
      {formatDate(now)} <b>{formatTime(now, "seconds")}</b>
    </p>
  );
}
