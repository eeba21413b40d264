import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactNode } from "react";

import styles from "./drawer.module.css";
import { useCountedDialog } from "./open-dialogs.ts";
import { focusOpener, rememberOpener } from "./opener.ts";
import { portalPlace } from "./portal-place.ts";
import { useBackCloses } from "./use-back-closes.ts";

export interface DrawerProps {
  open: boolean;
  /** Asked for by a click on the overlay, by Escape, and by the children's own close button. */
  onClose: () => void;
  /** What it is, for screen readers. */
  title: string;
  children: ReactNode;
}

/** A panel that slides in over the page from the side of the thumb; modal, like a dialog. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal container={portalPlace()}>
        <div className={styles.overlay} data-state={open ? "open" : "closed"} />
        <DrawerPanel title={title} onClose={onClose}>
          {children}
        </DrawerPanel>
      </Radix.Portal>
    </Radix.Root>
  );
}

function DrawerPanel({ title, onClose, children }: Omit<DrawerProps, "open">) {
  const panel = useRef<HTMLDivElement>(null);
  useCountedDialog();
  useBackCloses(onClose);

  return (
    <Radix.Content
      ref={panel}
      tabIndex={-1}
      aria-describedby={undefined}
      className={styles.panel}
      onOpenAutoFocus={(event) => {
        rememberOpener();
        event.preventDefault();
        panel.current?.focus();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        focusOpener();
      }}
    >
      <Radix.Title className={styles.title}>{title}</Radix.Title>
      {children}
    </Radix.Content>
  );
}
