import { QRCodeSVG } from "qrcode.react";

import styles from "./qr-frame.module.css";

interface QrCodeProps {
  /** What is read from it: an address. */
  value: string;
  /** What it is, for screen readers. */
  title: string;
  /** Its width, in px, where it fits. */
  size: number;
  className?: string | undefined;
}

/** A QR on white, in both schemes. */
export function QrCode({ className = "", ...code }: QrCodeProps) {
  return (
    <span className={`${styles.qr} ${className}`}>
      <QRCodeSVG
        {...code}
        level="M"
        marginSize={4}
        fgColor="var(--qr-fg)"
        bgColor="var(--qr-bg)"
        role="img"
      />
    </span>
  );
}
