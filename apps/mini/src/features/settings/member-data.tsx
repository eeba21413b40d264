import { ApiError, messageOf } from "@loyalty/api-client/errors.ts";
import {
  useEraseMember,
  useExportMember,
  useRequestErasureCode,
} from "@loyalty/api-client/react/members.ts";
import { malaysianDate } from "@loyalty/api-client/rules/calendar.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import type { Member } from "@loyalty/api-client/wire.ts";
import { CodeLife, Resend } from "@loyalty/ui/account/one-time-code.tsx";
import { useCodeRequest } from "@loyalty/ui/account/use-code-request.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { CODE_LENGTH, OtpBoxes, type OtpBoxesHandle } from "@loyalty/ui/primitives/otp-field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { settingsTexts } from "@loyalty/ui/texts/settings.ts";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { Card } from "../../page/member-page.tsx";
import styles from "./member-data.module.css";

/** The files there are, by how their names end: one to take elsewhere, one to look through. */
const FORMATS = { json: "json", zip: "csv" } as const;
type Kind = keyof typeof FORMATS;

/** Everything that is held about a member, as a file her browser saves. */
export function DownloadData({ member }: { member: Member }) {
  const t = useTexts(settingsTexts);
  const [busy, setBusy] = useState<Kind | null>(null);
  const { mutateAsync: exportMember } = useExportMember();

  async function download(kind: Kind) {
    setBusy(kind);
    try {
      const file = await exportMember({ memberId: member.id, format: FORMATS[kind] });
      saveFile(`my-data-${malaysianDate()}.${kind}`, file);
      showToast("success", t("personal.data.downloaded"), 5);
    } catch (error) {
      showToast("error", messageOf(error, t("personal.data.failed")), 5);
    } finally {
      setBusy(null);
    }
  }

  const choice = (kind: Kind, words: string) => (
    <Button variant="outline" busy={busy === kind} onClick={() => void download(kind)}>
      {busy === kind ? t("personal.data.downloading") : words}
    </Button>
  );

  return (
    <Card title={t("personal.data.title")}>
      <p>{t("personal.data.text")}</p>
      <div className={styles.choices}>
        {choice("json", t("personal.data.download"))}
        {choice("zip", t("personal.data.forSpreadsheets"))}
      </div>
    </Card>
  );
}

function saveFile(name: string, file: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken hold of the file once the click's own task is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** The end of a membership, behind a question. */
export function EraseAccount({ member }: { member: Member }) {
  const t = useTexts(settingsTexts);
  const [asked, setAsked] = useState(false);
  return (
    <Card title={t("personal.erase.title")}>
      <p>{t("personal.erase.text")}</p>
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t("personal.erase.open")}
        </Button>
      </div>
      {asked && <EraseDialog member={member} onClose={() => setAsked(false)} />}
    </Card>
  );
}

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

/** Between two codes, as at sign-in (spec 000 §9); the server may say longer. */
const COOLDOWN_S = 30;

/** Asks for the code that ends a membership, and ends it: signed out everywhere, with nothing left in this browser. */
export function useErasure(member: Member) {
  const say = settingsTexts.t;
  const navigate = useNavigate();
  const boxes = useRef<OtpBoxesHandle>(null);
  const [code, setCode] = useState("");
  const [erasing, setErasing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync: requestCode } = useRequestErasureCode();
  const { mutateAsync: eraseMember } = useEraseMember();
  const request = useCodeRequest({ send: () => requestCode(member), cooldownS: COOLDOWN_S });

  async function send() {
    setProblem(null);
    const { callingCodeId, callingCode, mobileNumber } = member;
    const result = await request.request({ callingCodeId, callingCode, mobileNumber });
    if (result.kind === "failed") {
      setProblem(messageOf(result.error, say("personal.erase.sendFailed")));
    }
  }

  async function erase() {
    if (code.length < CODE_LENGTH || erasing) return;
    setErasing(true);
    setProblem(null);
    try {
      await eraseMember({ member, otpCode: code });
      showToast("success", say("personal.erase.done"), 5);
      void session.end();
      void navigate(paths.home, { replace: true });
    } catch (error) {
      // Without an answer, what was typed may be right and stays.
      if (error instanceof ApiError && error.status > 0 && error.status < 500)
        boxes.current?.clear();
      setProblem(messageOf(error, say("personal.erase.failed")));
      setErasing(false);
    }
  }

  return {
    boxes,
    setCode,
    isWhole: code.length === CODE_LENGTH,
    request,
    send,
    erase,
    erasing,
    problem,
  };
}
