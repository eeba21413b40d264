import { QRCodeSVG } from "qrcode.react";
import { useEffect } from "react";

import styles from "./qr-code.module.css";

/** The light border that a scanner needs around a code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

interface QrCodeProps {
  value: string;
  title: string;
  /** As large as the screen lets it be; its light border is the screen around it. */
  full?: boolean;
}

/** A code for the till to scan: black on white in every colour scheme, `title` for screen readers. */
export function QrCode({ value, title, full }: QrCodeProps) {
  return (
    <span className={full ? styles.full : styles.qr}>
      <QRCodeSVG
        value={value}
        level="M"
        marginSize={full ? 0 : QUIET_MODULES}
        fgColor="var(--qr-fg)"
        bgColor="var(--qr-bg)"
        title={title}
        role="img"
      />
    </span>
  );
}

/** Keeps the screen on while a code is shown, also after a return to the page; nothing where the browser cannot. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isCancelled = false;

    async function take() {
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock.request("screen");
        if (isCancelled) await lock.release();
      } catch {
        // Refused, e.g. because the battery is low: the screen turns off as usual.
      }
    }
    const retake = () => void take();

    void take();
    document.addEventListener("visibilitychange", retake);
    return () => {
      isCancelled = true;
      document.removeEventListener("visibilitychange", retake);
      void lock?.release();
    };
  }, [active]);
}
