import { QRCodeSVG } from "qrcode.react";

import styles from "./qr-code.module.css";

const SIZE_PX = 240;
/** The light border that a scanner needs around a code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** A code for the till to scan: black on white in every colour scheme, `title` for screen readers. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <span className={styles.qr}>
      <QRCodeSVG
        value={value}
        size={SIZE_PX}
        level="M"
        marginSize={QUIET_MODULES}
        fgColor="var(--qr-fg)"
        bgColor="var(--qr-bg)"
        title={title}
        role="img"
      />
    </span>
  );
}
