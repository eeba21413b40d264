import { ApiError, messageOf } from "@loyalty/api-client/errors.ts";
import {
  canUsePasskeys,
  useAddPasskey,
  useDevices,
  useEndDevices,
  usePasskeys,
  useRemovePasskey,
} from "@loyalty/api-client/react/devices.ts";
import { useSession } from "@loyalty/api-client/react/session.ts";
import { useRequestSignInCode } from "@loyalty/api-client/react/sign-in.ts";
import type { Device, Member, Passkey } from "@loyalty/api-client/wire.ts";
import { CodeLife, Resend } from "@loyalty/ui/account/one-time-code.tsx";
import { useCodeRequest } from "@loyalty/ui/account/use-code-request.ts";
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { ConfirmDialog, Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { CODE_LENGTH, OtpBoxes, type OtpBoxesHandle } from "@loyalty/ui/primitives/otp-field.tsx";
import { Failed, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { devicesTexts } from "@loyalty/ui/texts/devices.ts";
import { KeyRound, Monitor, Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { Card, Page } from "../../page/member-page.tsx";
import styles from "./devices-screen.module.css";

/** /settings/devices: where the member is signed in, signing out there, and passkeys to sign in with. */
export function DevicesScreen() {
  const t = useTexts(devicesTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Page title={t("title")} back={{ to: paths.profile, label: t("back") }}>
      <Devices />
      <Passkeys member={session.user} />
    </Page>
  );
}

const HANDHELD = new Set(["Android", "iPhone", "iPad"]);

function Devices() {
  const t = useTexts(devicesTexts);
  const { data: devices, isError, isFetching, refetch } = useDevices();
  const nameOf = useDeviceName();
  const end = useEndDevices();
  const [asked, setAsked] = useState<Device | "others" | null>(null);

  function signOut(which: Device | "others") {
    end.mutate(which === "others" ? which : which.id, {
      onSuccess: () =>
        showToast(
          "success",
          which === "others" ? t("othersDone") : t("done", { device: nameOf(which) }),
          5,
        ),
      onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
    });
  }

  if (isError && !devices) {
    return <Failed text={t("loadFailed")} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const others = devices?.filter((device) => !device.isCurrent) ?? [];
  return (
    <Card title={t("list")} busy={!devices}>
      <p>{t("intro")}</p>
      {devices ? (
        <ul role="list" className={styles.devices}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              name={nameOf(device)}
              ending={end.isPending && end.variables === device.id}
              onSignOut={() => setAsked(device)}
            />
          ))}
        </ul>
      ) : (
        <Loading text={t("loading")}>
          <Skeleton height="8rem" />
        </Loading>
      )}
      {devices && others.length === 0 && <p className={styles.note}>{t("only")}</p>}
      {others.length > 0 && (
        <div>
          <Button
            variant="danger"
            busy={end.isPending && end.variables === "others"}
            onClick={() => setAsked("others")}
          >
            {t("signOutOthers")}
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          open
          danger
          title={
            asked === "others" ? t("othersQuestion") : t("question", { device: nameOf(asked) })
          }
          message={t(asked === "others" ? "othersText" : "questionText")}
          confirmLabel={t("signOut")}
          cancelLabel={t("cancel")}
          onConfirm={() => signOut(asked)}
          onCancel={() => {}}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

interface DeviceRowProps {
  device: Device;
  name: string;
  ending: boolean;
  onSignOut: () => void;
}

function DeviceRow({ device, name, ending, onSignOut }: DeviceRowProps) {
  const t = useTexts(devicesTexts);
  const Icon = HANDHELD.has(device.system ?? "") ? Smartphone : Monitor;
  return (
    <li className={styles.device}>
      <Icon aria-hidden="true" className={styles.icon} />
      <span className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.note}>
          {t("signedIn", { when: formatDateTime(device.signedInAt) })}
        </span>
        {device.isCurrent ? (
          <span className={styles.current}>{t("current")}</span>
        ) : (
          <span className={styles.note}>
            {t("lastSeen", { when: formatDateTime(device.lastSeenAt) })}
          </span>
        )}
      </span>
      {!device.isCurrent && (
        <Button
          variant="outline"
          busy={ending}
          aria-label={t("signOutName", { device: name })}
          onClick={onSignOut}
        >
          {t("signOut")}
        </Button>
      )}
    </li>
  );
}

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

/** Between two codes, as at sign-in (spec 000 §9); the server may say longer. */
const COOLDOWN_S = 30;

/** Why a passkey was not added: the browser says that it has one already, the API says the rest. */
export function whyNotAdded(error: unknown): string {
  const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
  return isKnown
    ? devicesTexts.t("passkeys.known")
    : messageOf(error, devicesTexts.t("passkeys.failed"));
}

interface PasskeyProofDialogProps {
  member: Member;
  /** Adds the passkey with this code. */
  onProved: (code: string) => Promise<void>;
  onClose: () => void;
}

/** A fresh code for whoever signed in a while ago, before a passkey is added. */
export function PasskeyProofDialog({ member, onProved, onClose }: PasskeyProofDialogProps) {
  const t = useTexts(devicesTexts);
  const boxes = useRef<OtpBoxesHandle>(null);
  const [code, setCode] = useState("");
  const [adding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useCodeRequest({
    send: useRequestSignInCode().mutateAsync,
    cooldownS: COOLDOWN_S,
  });
  const codeSent = request.sentTo !== null;
  // The button that sent the code is gone: the focus goes on to where the code is typed.
  useEffect(() => {
    if (codeSent) boxes.current?.focus();
  }, [codeSent]);

  async function send() {
    setProblem(null);
    const { callingCodeId, callingCode, mobileNumber } = member;
    const result = await request.request({ callingCodeId, callingCode, mobileNumber });
    if (result.kind === "failed" || result.kind === "wait") {
      setProblem(messageOf(result.error, t("passkeys.sendFailed")));
    }
  }

  async function confirm() {
    if (code.length < CODE_LENGTH || adding) return;
    setAdding(true);
    setProblem(null);
    try {
      await onProved(code);
      onClose();
    } catch (error) {
      // Without an answer, what was typed may be right and stays.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) {
        boxes.current?.clear();
      }
      setProblem(whyNotAdded(error));
      setAdding(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("passkeys.proofTitle")}
      description={t("passkeys.proofText")}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("passkeys.cancel")}
          </Button>
          {codeSent ? (
            <Button
              busy={adding}
              disabled={code.length < CODE_LENGTH}
              onClick={() => void confirm()}
            >
              {adding ? t("passkeys.confirming") : t("passkeys.confirm")}
            </Button>
          ) : (
            <Button busy={request.sending} onClick={() => void send()}>
              {request.sending ? t("passkeys.sending") : t("passkeys.send")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.proof}>
        {problem && <Alert kind="error">{problem}</Alert>}
        {codeSent && (
          <>
            <OtpBoxes
              ref={boxes}
              label={t("passkeys.code")}
              pasteRule="exact6"
              onChange={setCode}
              onEnter={() => void confirm()}
            />
            <CodeLife expiry={request.expiry} />
            <Resend
              cooldown={request.cooldown}
              sending={request.sending}
              onResend={() => void send()}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Says what a device is called: browser and system, as far as they are known. */
export function useDeviceName() {
  const t = useTexts(devicesTexts);
  return ({ browser, system }: { browser: string | null; system: string | null }): string =>
    browser && system ? t("name", { browser, system }) : (browser ?? system ?? t("unknown"));
}
