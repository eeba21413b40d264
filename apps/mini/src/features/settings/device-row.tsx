import { Button, type ButtonVariant } from "@loyalty/ui/button";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import layoutStyles from "@loyalty/ui/layout.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Cluster, Stack } from "@loyalty/ui/layout";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { devicesTexts } from "../../texts/devices.ts";
import styles from "./devices/devices-screen.module.css";

/** A function that names a device: browser and system, as far as they are known. */
export function useDeviceName() {
  const { t } = useTranslation(devicesTexts);
  return ({ browser, system }: { browser: string | null; system: string | null }): string =>
    browser && system ? t("name", { browser, system }) : (browser ?? system ?? t("unknown"));
}

interface DeviceRowProps {
  Icon: LucideIcon;
  name: string;
  /** What is known of it, a line each. */
  notes: readonly (string | false)[];
  /** A last line that stands out. */
  mark?: string | false;
  /** Its button. */
  children: ReactNode;
}

export function DeviceRow({ Icon, name, notes, mark, children }: DeviceRowProps) {
  return (
    <Cluster as="li" gap={4} className={`${styles.device} ${layoutStyles.padBlock}`}>
      <Icon aria-hidden="true" className={`${textStyles.muted} ${layoutStyles.flexNone}`} />
      <Stack as="span" gap={1} className={layoutStyles.growWide}>
        <strong>{name}</strong>
        {notes.map(
          (note) =>
            note && (
              <span key={note} className={textStyles.note}>
                {note}
              </span>
            ),
        )}
        {mark && (
          <span className={`${textStyles.primary} ${textStyles.sm} ${textStyles.strong}`}>
            {mark}
          </span>
        )}
      </Stack>
      {children}
    </Cluster>
  );
}

interface AskingButtonProps {
  label: string;
  /** What the dialog's button says. @default label */
  confirm?: string;
  /** The button's name, where its label does not say what it is about. */
  name?: string;
  variant?: ButtonVariant;
  busy: boolean;
  question: string;
  text: string;
  cancel: string;
  onConfirm: () => void;
}

/** A button whose act takes something away: it asks first. */
export function AskingButton(props: AskingButtonProps) {
  const { label, confirm = label, name, variant = "outline", busy } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant={variant} busy={busy} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          danger
          title={props.question}
          message={props.text}
          confirmLabel={confirm}
          cancelLabel={props.cancel}
          onConfirm={props.onConfirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
