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
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { ConfirmDialog } from "@loyalty/ui/primitives/dialog.tsx";
import { Failed, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { KeyRound, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";

import { Card, Page } from "../../page/member-page.tsx";
import { devicesTexts } from "../../texts/devices.ts";
import { CodeDialog } from "./code-dialog.tsx";
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
  const [toSignOut, setToSignOut] = useState<Device | "others" | null>(null);

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
              onSignOut={() => setToSignOut(device)}
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
            onClick={() => setToSignOut("others")}
          >
            {t("signOutOthers")}
          </Button>
        </div>
      )}
      {toSignOut && (
        <ConfirmDialog
          open
          danger
          title={
            toSignOut === "others"
              ? t("othersQuestion")
              : t("question", { device: nameOf(toSignOut) })
          }
          message={t(toSignOut === "others" ? "othersText" : "questionText")}
          confirmLabel={t("signOut")}
          cancelLabel={t("cancel")}
          onConfirm={() => signOut(toSignOut)}
          onCancel={() => {}}
          onClose={() => setToSignOut(null)}
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

/** A member's passkeys, to add and remove; only the list if this browser does not support passkeys. */
function Passkeys({ member }: { member: Member }) {
  const t = useTexts(devicesTexts);
  const nameOf = useDeviceName();
  const { data: passkeys, isError, isFetching, refetch } = usePasskeys();
  const add = useAddPasskey(member);
  const remove = useRemovePasskey();
  const { mutateAsync: requestCode } = useRequestSignInCode();
  const [needsCode, setNeedsCode] = useState(false);
  const [toRemove, setToRemove] = useState<Passkey | null>(null);

  function addWith(otpCode?: string) {
    return add.mutateAsync(otpCode === undefined ? {} : { otpCode }).then((added) => {
      if (added) showToast("success", t("passkeys.done"), 5);
    });
  }

  async function start() {
    try {
      await addWith();
    } catch (error) {
      if (error instanceof ApiError && error.code === "proof_needed") setNeedsCode(true);
      else showToast("error", addFailure(error), 5);
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
                onClick={() => setToRemove(passkey)}
              >
                {t("passkeys.remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {passkeys && canUsePasskeys() && (
        <div>
          <Button busy={add.isPending && !needsCode} onClick={() => void start()}>
            {add.isPending && !needsCode ? t("passkeys.adding") : t("passkeys.add")}
          </Button>
        </div>
      )}
      {needsCode && (
        <CodeDialog
          member={member}
          sendCode={requestCode}
          onConfirm={async (code) => {
            await addWith(code);
            setNeedsCode(false);
          }}
          failureOf={addFailure}
          onClose={() => setNeedsCode(false)}
          texts={{
            title: t("passkeys.proofTitle"),
            description: t("passkeys.proofText"),
            cancel: t("passkeys.cancel"),
            send: t("passkeys.send"),
            sending: t("passkeys.sending"),
            sendFailed: t("passkeys.sendFailed"),
            code: t("passkeys.code"),
            confirm: t("passkeys.confirm"),
            confirming: t("passkeys.confirming"),
          }}
        />
      )}
      {toRemove && (
        <ConfirmDialog
          open
          danger
          title={t("passkeys.question")}
          message={t("passkeys.questionText")}
          confirmLabel={t("passkeys.remove")}
          cancelLabel={t("passkeys.keep")}
          onConfirm={() => forget(toRemove)}
          onCancel={() => {}}
          onClose={() => setToRemove(null)}
        />
      )}
    </Card>
  );
}

/** Why a passkey was not added: the browser reports that it has one already, the API any other reason. */
function addFailure(error: unknown): string {
  const isRegistered = error instanceof DOMException && error.name === "InvalidStateError";
  return isRegistered
    ? devicesTexts.t("passkeys.known")
    : messageOf(error, devicesTexts.t("passkeys.failed"));
}

/** A function that names a device: browser and system, as far as they are known. */
function useDeviceName() {
  const t = useTexts(devicesTexts);
  return ({ browser, system }: { browser: string | null; system: string | null }): string =>
    browser && system ? t("name", { browser, system }) : (browser ?? system ?? t("unknown"));
}
