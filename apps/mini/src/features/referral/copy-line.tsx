import { Button, showToast, useTexts } from "@loyalty/ui";
import { referralTexts } from "@loyalty/ui/texts/referral";
import { useEffect, useState } from "react";

import styles from "./copy-line.module.css";

/** The copy button says "Copied" for this long (spec 001 §9). */
const COPIED_MS = 2000;

interface CopyLineProps {
  label: string;
  value: string;
  /** The button's words, and what is said after the press. */
  copy: string;
  done: string;
  failed: string;
}

/** A value to read, to select, and to copy. */
export function CopyLine({ label, value, copy, done, failed }: CopyLineProps) {
  const t = useTexts(referralTexts);
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function press() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      showToast("success", done);
    } catch {
      showToast("error", failed);
    }
  }

  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        <output className={styles.value}>{value}</output>
      </div>
      <Button variant="soft" onClick={() => void press()}>
        {copied ? t("copied") : copy}
      </Button>
    </div>
  );
}
