import {
  ApiError,
  canUsePasskeys,
  messageOf,
  type Member,
  type Passkey,
} from "@loyalty/api-client";
import { useAddPasskey, usePasskeys, useRemovePasskey } from "@loyalty/api-client/react";
import {
  Button,
  ConfirmDialog,
  Failed,
  formatDateTime,
  Loading,
  showToast,
  Skeleton,
  useTexts,
} from "@loyalty/ui";
import { devicesTexts } from "@loyalty/ui/texts/devices";
import { KeyRound } from "lucide-react";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import styles from "./devices-screen.module.css";
import { PasskeyProofDialog, whyNotAdded } from "./passkey-proof-dialog.tsx";
import { useDeviceName } from "./use-device-name.ts";

/** A member's passkeys: added, listed, removed. Without passkeys in this browser the list alone. */
export function Passkeys({ member }: { member: Member }) {
  const t = useTexts(devicesTexts);
  const nameOf = useDeviceName();
  const { data: passkeys, isError, isFetching, refetch } = usePasskeys();
  const add = useAddPasskey(member);
  const remove = useRemovePasskey();
  const [proving, setProving] = useState(false);
  const [asked, setAsked] = useState<Passkey | null>(null);

  function addWith(otpCode?: string) {
    return add.mutateAsync(otpCode === undefined ? {} : { otpCode }).then((added) => {
      if (added) showToast("success", t("passkeys.done"), 5);
    });
  }

  async function start() {
    try {
      await addWith();
    } catch (error) {
      if (error instanceof ApiError && error.code === "proof_needed") setProving(true);
      else showToast("error", whyNotAdded(error), 5);
    }
  }

  function forget(passkey: Passkey) {
    remove.mutate(passkey.id, {
      onSuccess: () => showToast("success", t("passkeys.removed"), 5),
      onError: (error) => showToast("error", messageOf(error, t("passkeys.removeFailed")), 5),
    });
  }

  return (
    <Card title={t("passkeys.title")} busy={!passkeys && !isError}>
      <p>{t("passkeys.text")}</p>
      {isError && !passkeys && (
        <Failed text={t("passkeys.loadFailed")} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!isError && !passkeys && (
        <Loading text={t("passkeys.loading")}>
          <Skeleton height="4rem" />
        </Loading>
      )}
      {passkeys?.length === 0 && <p className={styles.note}>{t("passkeys.none")}</p>}
      {passkeys && passkeys.length > 0 && (
        <ul role="list" className={styles.devices}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.device}>
              <KeyRound aria-hidden="true" className={styles.icon} />
              <span className={styles.words}>
                <strong>{t("passkeys.name", { device: nameOf(passkey) })}</strong>
                <span className={styles.note}>
                  {t("passkeys.added", { when: formatDateTime(passkey.createdAt) })}
                </span>
                <span className={styles.note}>
                  {passkey.lastUsedAt
                    ? t("passkeys.used", { when: formatDateTime(passkey.lastUsedAt) })
                    : t("passkeys.neverUsed")}
                </span>
              </span>
              <Button
                variant="outline"
                busy={remove.isPending && remove.variables === passkey.id}
                aria-label={t("passkeys.removeName", { device: nameOf(passkey) })}
                onClick={() => setAsked(passkey)}
              >
                {t("passkeys.remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passkeys && canUsePasskeys() && (
        <div>
          <Button busy={add.isPending && !proving} onClick={() => void start()}>
            {add.isPending && !proving ? t("passkeys.adding") : t("passkeys.add")}
          </Button>
        </div>
      )}
      {proving && (
        <PasskeyProofDialog
          member={member}
          onProved={(code) => addWith(code)}
          onClose={() => setProving(false)}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          danger
          title={t("passkeys.question")}
          message={t("passkeys.questionText")}
          confirmLabel={t("passkeys.remove")}
          cancelLabel={t("passkeys.keep")}
          onConfirm={() => forget(asked)}
          onCancel={() => {}}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
