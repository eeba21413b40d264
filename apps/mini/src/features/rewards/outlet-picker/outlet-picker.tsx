import { messageOf, newIdempotencyKey } from "@loyalty/api-client";
import { useMember, usePresent } from "@loyalty/api-client/react";
import { Button, Dialog, showToast, useTexts } from "@loyalty/ui";
import { outletPickerTexts } from "@loyalty/ui/texts/outlet-picker";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { useRef, useState, type ReactNode } from "react";

import styles from "./outlet-picker.module.css";
import { PlaceFinder } from "./place-finder.tsx";

interface OutletPickerProps {
  voucherId: number;
  /** Where the voucher is good; null while that is not known. */
  places: readonly { id: number; name: string }[] | null;
  /** What stands in the place of the outlets until then. */
  awaited: ReactNode;
  onClose: () => void;
  onShown: () => void;
}

/**
 * Where will it be used? Then the code is shown. Skip names the member's own outlet, or the first one where the
 * voucher is good: what counts is where the till takes it (docs/readings.md). One key stands for this opened dialog.
 */
export function OutletPicker({ voucherId, places, awaited, onClose, onShown }: OutletPickerProps) {
  const t = useTexts(outletPickerTexts);
  const r = useTexts(rewardTexts);
  const { data: member } = useMember();
  const [picked, setPicked] = useState<number | null>(null);
  // A key belongs to one wish: another outlet is another one.
  const [key, setKey] = useState(() => ({ outletId: 0, value: newIdempotencyKey() }));
  const present = usePresent();
  // Not the search: on a phone its keyboard would cover the list.
  const top = useRef<HTMLDivElement>(null);
  const busy = present.isPending;

  async function show(outletId: number | undefined) {
    if (busy || outletId === undefined) return;
    const wish =
      key.outletId === outletId || key.outletId === 0
        ? { ...key, outletId }
        : { outletId, value: newIdempotencyKey() };
    setKey(wish);
    try {
      await present.mutateAsync({ voucherId, outletId, idempotencyKey: wish.value });
      onShown();
    } catch (error) {
      showToast("error", messageOf(error, r("claimFailed")), 4);
    }
  }

  const own = places?.find(({ id }) => id === member?.outletId) ?? places?.[0];

  return (
    <Dialog
      open
      size="lg"
      title={t("title")}
      description={t("text")}
      closeOnOverlay={!busy}
      closeOnEscape={!busy}
      closeButton={!busy}
      onClose={onClose}
      initialFocus={top}
      footer={
        <>
          <Button
            variant="outline"
            aria-disabled={busy || !own || undefined}
            onClick={() => void show(own?.id)}
          >
            {t("skip")}
          </Button>
          <Button
            busy={busy}
            disabled={picked === null}
            title={picked === null ? t("choose") : undefined}
            onClick={() => void show(picked ?? undefined)}
          >
            {busy ? t("confirming") : t("confirm")}
          </Button>
        </>
      }
    >
      <div ref={top} tabIndex={-1} className={styles.top}>
        {places ? <PlaceFinder list={places} picked={picked} onPick={setPicked} /> : awaited}
      </div>
    </Dialog>
  );
}
