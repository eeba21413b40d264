import { ApiError, messageOf } from "@loyalty/api-client/errors.ts";
import { canUsePasskeys } from "@loyalty/api-client/passkeys.ts";
import {
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
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { KeyRound, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";

import { Card, Page } from "../../page/member-page.tsx";
import { devicesTexts } from "../../texts/devices.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { useDeviceName } from "./device-name.ts";
import styles from "./devices-screen.module.css";
import { LinkedApps } from "./linked-apps.tsx";
import { Row } from "./row.tsx";

/** /settings/devices: where the member is signed in, signing out there, and what else signs in: passkeys and linked apps. */
export default function DevicesScreen() {
  const t = useTexts(devicesTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Page title={t("title")} back={{ to: paths.profile, label: t("back") }}>
      <Devices />
      <Passkeys member={session.user} />
      <LinkedApps />
    </Page>
  );
}

const HANDHELD = new Set(["Android", "iPhone", "iPad"]);

function Devices() {
  const t = useTexts(devicesTexts);
  const query = useDevices();
  const nameOf = useDeviceName();
  const end = useEndDevices();
  const [toSignOut, setToSignOut] = useState<Device | "others" | null>(null);
  const { data: devices } = query;

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

  const others = devices?.filter((device) => !device.isCurrent) ?? [];
  return (
    <Card title={t("list")} busy={query.isPending}>
      <p>{t("intro")}</p>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="8rem">
        {(list) => (
          <ul role="list" className={styles.devices}>
            {list.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                name={nameOf(device)}
                ending={end.isPending && end.variables === device.id}
                onSignOut={() => setToSignOut(device)}
              />
            ))}
          </ul>
        )}
      </QueryResult>
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
  return (
    <Row
      Icon={HANDHELD.has(device.system ?? "") ? Smartphone : Monitor}
      name={name}
      action={
        !device.isCurrent && (
          <Button
            variant="outline"
            busy={ending}
            aria-label={t("signOutName", { device: name })}
            onClick={onSignOut}
          >
            {t("signOut")}
          </Button>
        )
      }
    >
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
    </Row>
  );
}

/** A member's passkeys, to add and remove; only the list if this browser does not support passkeys. */
function Passkeys({ member }: { member: Member }) {
  const t = useTexts(devicesTexts);
  const nameOf = useDeviceName();
  const query = usePasskeys();
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
    <Card title={t("passkeys.title")} busy={query.isPending}>
      <p>{t("passkeys.text")}</p>
      <QueryResult
        query={query}
        loading={t("passkeys.loading")}
        failed={t("passkeys.loadFailed")}
        height="4rem"
      >
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className={styles.note}>{t("passkeys.none")}</p>
          ) : (
            <ul role="list" className={styles.devices}>
              {passkeys.map((passkey) => (
                <Row
                  key={passkey.id}
                  Icon={KeyRound}
                  name={t("passkeys.name", { device: nameOf(passkey) })}
                  action={
                    <Button
                      variant="outline"
                      busy={remove.isPending && remove.variables === passkey.id}
                      aria-label={t("passkeys.removeName", { device: nameOf(passkey) })}
                      onClick={() => setToRemove(passkey)}
                    >
                      {t("passkeys.remove")}
                    </Button>
                  }
                >
                  <span className={styles.note}>
                    {t("passkeys.added", { when: formatDateTime(passkey.createdAt) })}
                  </span>
                  <span className={styles.note}>
                    {passkey.lastUsedAt
                      ? t("passkeys.used", { when: formatDateTime(passkey.lastUsedAt) })
                      : t("passkeys.neverUsed")}
                  </span>
                </Row>
              ))}
            </ul>
          )
        }
      </QueryResult>
      {query.data && canUsePasskeys() && (
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
