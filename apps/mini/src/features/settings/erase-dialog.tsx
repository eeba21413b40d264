import type { Member } from "@loyalty/api-client";
import { Alert, Button, CodeLife, Dialog, OtpBoxes, Resend, useTexts } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useEffect } from "react";

import styles from "./erase-dialog.module.css";
import { useErasure } from "./use-erasure.ts";

/** What a member loses, said plainly, and the fresh code that ends her membership. */
export function EraseDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTexts(settingsTexts);
  const erasure = useErasure(member);
  const { request } = erasure;
  const codeSent = request.sentTo !== null;
  const { boxes } = erasure;
  // The button that sent the code is gone: the focus goes on to where the code is typed.
  useEffect(() => {
    if (codeSent) boxes.current?.focus();
  }, [codeSent, boxes]);

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("personal.erase.title")}
      description={t("personal.erase.question")}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("personal.erase.cancel")}
          </Button>
          {codeSent ? (
            <Button
              variant="danger"
              busy={erasure.erasing}
              disabled={!erasure.isWhole}
              onClick={() => void erasure.erase()}
            >
              {erasure.erasing ? t("personal.erase.confirming") : t("personal.erase.confirm")}
            </Button>
          ) : (
            <Button busy={request.sending} onClick={() => void erasure.send()}>
              {request.sending ? t("personal.erase.sending") : t("personal.erase.send")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <ul className={styles.losses}>
          {member.memberPointAmount > 0 && (
            <li>{t("personal.erase.points", { count: member.memberPointAmount })}</li>
          )}
          <li>{t("personal.erase.vouchers")}</li>
          <li>{t("personal.erase.person")}</li>
          <li>{t("personal.erase.books")}</li>
          <li>{t("personal.erase.rejoin")}</li>
        </ul>
        {erasure.problem && <Alert kind="error">{erasure.problem}</Alert>}
        {codeSent && (
          <>
            <OtpBoxes
              ref={boxes}
              label={t("personal.erase.code")}
              pasteRule="exact6"
              onChange={erasure.setCode}
              onEnter={() => void erasure.erase()}
            />
            <CodeLife expiry={request.expiry} />
            <Resend
              cooldown={request.cooldown}
              sending={request.sending}
              onResend={() => void erasure.send()}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
