import { useTexts } from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";
import { QRCodeSVG } from "qrcode.react";

import styles from "./member-code.module.css";

const SIZE_PX = 240;
const QUIET_MODULES = 4;

/** The member's code as the till reads it, and as a person does when the scanner fails. */
export function MemberCode({ code }: { code: string }) {
  const t = useTexts(pointsTexts);
  return (
    <div className={styles.code}>
      <div className={`qr ${styles.qr}`}>
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
      </div>
      <p className={styles.label}>{t("rewards.memberId")}</p>
      <p className={styles.digits}>{code}</p>
      <p className={styles.hint}>{t("rewards.codeHint")}</p>
      <p className={styles.rate}>{t("rewards.rate")}</p>
    </div>
  );
}
