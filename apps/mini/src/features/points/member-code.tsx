import { Button, Dialog, useTexts } from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { Maximize2 } from "lucide-react";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";

import { useWakeLock } from "../../page/use-wake-lock.ts";
import styles from "./member-code.module.css";

const SIZE_PX = 240;
const QUIET_MODULES = 4;

interface MemberCodeProps {
  code: string;
  /** As the member would say it, for a till that finds members by number; empty where there is none. */
  phone: string;
}

/** The member's code as the till reads it, and as a person does when the scanner fails; a tap holds it out. */
export function MemberCode({ code, phone }: MemberCodeProps) {
  const t = useTexts(pointsTexts);
  const [heldOut, setHeldOut] = useState(false);
  useWakeLock(heldOut);
  return (
    <div className={styles.code}>
      <div className={styles.tap}>
        <Code code={code} />
        <button
          type="button"
          className={styles.hold}
          aria-label={t("rewards.fullScreen")}
          onClick={() => setHeldOut(true)}
        >
          <Maximize2 aria-hidden="true" size={20} />
        </button>
      </div>
      <p className={styles.label}>{t("rewards.memberId")}</p>
      <p className={styles.digits}>{code}</p>
      {phone && <p className={styles.hint}>{t("rewards.fallbackPhone", { phone })}</p>}
      <p className={styles.hint}>{t("rewards.codeHint")}</p>
      <p className={styles.rate}>{t("rewards.rate")}</p>
      <Dialog
        open={heldOut}
        size="full"
        title={t("rewards.codeTitle")}
        closeOnOverlay={false}
        closeButton={false}
        onClose={() => setHeldOut(false)}
        footer={
          <Button size="lg" wide onClick={() => setHeldOut(false)}>
            {t("rewards.close")}
          </Button>
        }
      >
        <div className={styles.code}>
          <Code code={code} />
          <p className={styles.label}>{t("rewards.memberId")}</p>
          <p className={styles.digits}>{code}</p>
          {phone && <p className={styles.hint}>{t("rewards.fallbackPhone", { phone })}</p>}
        </div>
      </Dialog>
    </div>
  );
}

function Code({ code }: { code: string }) {
  const t = useTexts(pointsTexts);
  return (
    <span className={`qr ${styles.qr}`}>
      <QRCodeSVG
        value={code}
        size={SIZE_PX}
        level="M"
        marginSize={QUIET_MODULES}
        fgColor="var(--qr-fg)"
        bgColor="var(--qr-bg)"
        title={t("rewards.codeAlt")}
        role="img"
      />
    </span>
  );
}
