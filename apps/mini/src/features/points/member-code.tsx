import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { Maximize2 } from "lucide-react";
import { useState } from "react";

import { QrCode } from "../../page/qr-code.tsx";
import { useWakeLock } from "../../page/use-wake-lock.ts";
import { pointsTexts } from "../../texts/points.ts";
import styles from "./member-code.module.css";

interface MemberCodeProps {
  code: string;
  /** The member's number, for a till that finds members by it; empty if unknown. */
  phone: string;
}

/** The member's code to scan, and in digits for when the scanner fails; a tap shows it on the whole screen. */
export function MemberCode({ code, phone }: MemberCodeProps) {
  const t = useTexts(pointsTexts);
  const [fullScreen, setFullScreen] = useState(false);
  useWakeLock(fullScreen);
  return (
    <div className={styles.code}>
      <div className={styles.tap}>
        <QrCode value={code} title={t("rewards.codeAlt")} />
        <button
          type="button"
          className={styles.enlarge}
          aria-label={t("rewards.fullScreen")}
          onClick={() => setFullScreen(true)}
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
        open={fullScreen}
        size="full"
        title={t("rewards.codeTitle")}
        closeOnOverlay={false}
        closeButton={false}
        onClose={() => setFullScreen(false)}
        footer={
          <Button size="lg" wide onClick={() => setFullScreen(false)}>
            {t("rewards.close")}
          </Button>
        }
      >
        <div className={styles.code}>
          <QrCode value={code} title={t("rewards.codeAlt")} />
          <p className={styles.label}>{t("rewards.memberId")}</p>
          <p className={styles.digits}>{code}</p>
          {phone && <p className={styles.hint}>{t("rewards.fallbackPhone", { phone })}</p>}
        </div>
      </Dialog>
    </div>
  );
}
