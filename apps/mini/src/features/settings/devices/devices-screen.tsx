import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { canUsePasskeys } from "@loyalty/api-client/passkeys";
import {
  useAddPasskey,
  useDevices,
  useEndDevices,
  usePasskeys,
  useRemovePasskey,
} from "@loyalty/api-client/react/devices";
import { useHosts, useUnlinkHost } from "@loyalty/api-client/react/hosts";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { tokenStore } from "@loyalty/api-client/session";
import type { Host, Member } from "@loyalty/api-client/wire";
import { paths } from "@loyalty/shell/paths";
import { Button } from "@loyalty/ui/button";
import { formatDateTime } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { QueryResult } from "@loyalty/ui/query-result";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { Stack } from "@loyalty/ui/layout";
import { AppWindow, KeyRound, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { hosts } from "../../../app/start-session.ts";
import { toastResult } from "../../../app/toast-result.ts";
import { CodeDialog } from "../../../components/code-dialog.tsx";
import { Card, Page } from "../../../components/member-page.tsx";
import { devicesTexts } from "../../../texts/devices.ts";
import { hostsTexts } from "../../../texts.ts";
import { AskingButton, DeviceRow, useDeviceName } from "../device-row.tsx";

/** /settings/devices: where the member is signed in, signing out there, and what else signs in: passkeys and linked apps. */
export default function DevicesScreen() {
  const { t } = useTranslation(devicesTexts);
  const member = useSignedInMember();
  // What is below the list is rendered after it, so that it does not move when the list comes.
  const { isPending } = useDevices();
  if (member === null) return null;
  return (
    <Page title={t("title")} back={{ to: paths.profile, label: t("back") }} columns="wide-first">
      <Devices />
      {!isPending && (
        <>
          <Passkeys member={member} />
          <LinkedApps />
        </>
      )}
    </Page>
  );
}

const HANDHELD = new Set(["Android", "iPhone", "iPad"]);

function Devices() {
  const { t } = useTranslation(devicesTexts);
  const query = useDevices();
  const nameOf = useDeviceName();
  const end = useEndDevices();
  const others = query.data?.filter((device) => !device.isCurrent) ?? [];
  return (
    <Card title={t("list")} busy={query.isPending}>
      <p>{t("intro")}</p>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="8rem">
        {(devices) => (
          <Stack role="list" as="ul">
            {devices.map((device) => (
              <DeviceRow
                key={device.id}
                Icon={HANDHELD.has(device.system ?? "") ? Smartphone : Monitor}
                name={nameOf(device)}
                notes={[
                  t("signedIn", { when: formatDateTime(device.signedInAt) }),
                  !device.isCurrent && t("lastSeen", { when: formatDateTime(device.lastSeenAt) }),
                ]}
                mark={device.isCurrent && t("current")}
              >
                {!device.isCurrent && (
                  <AskingButton
                    label={t("signOut")}
                    name={t("signOutName", { device: nameOf(device) })}
                    busy={end.isPending && end.variables === device.id}
                    question={t("question", { device: nameOf(device) })}
                    text={t("questionText")}
                    cancel={t("cancel")}
                    onConfirm={() =>
                      end.mutate(
                        device.id,
                        toastResult(t("done", { device: nameOf(device) }), t("failed")),
                      )
                    }
                  />
                )}
              </DeviceRow>
            ))}
          </Stack>
        )}
      </QueryResult>
      {query.data && others.length === 0 && <p className={textStyles.note}>{t("only")}</p>}
      {others.length > 0 && (
        <div>
          <AskingButton
            variant="danger"
            label={t("signOutOthers")}
            confirm={t("signOut")}
            busy={end.isPending && end.variables === "others"}
            question={t("othersQuestion")}
            text={t("othersText")}
            cancel={t("cancel")}
            onConfirm={() => end.mutate("others", toastResult(t("othersDone"), t("failed")))}
          />
        </div>
      )}
    </Card>
  );
}

/** A member's passkeys, to add and remove; only the list if this browser does not support passkeys. */
function Passkeys({ member }: { member: Member }) {
  const { t } = useTranslation(devicesTexts);
  const nameOf = useDeviceName();
  const query = usePasskeys();
  const add = useAddPasskey(member);
  const remove = useRemovePasskey();
  const [needsCode, setNeedsCode] = useState(false);
  const isAdding = add.isPending && !needsCode;

  async function addWith(otpCode?: string) {
    const added = await add.mutateAsync(otpCode === undefined ? {} : { otpCode });
    if (added) showToast("success", t("passkeys.done"), 5);
  }

  async function start() {
    try {
      await addWith();
    } catch (error) {
      if (error instanceof ApiError && error.code === "proof_needed") setNeedsCode(true);
      else showToast("error", addFailure(error), 5);
    }
  }

  return (
    <Card title={t("passkeys.title")} busy={query.isPending}>
      <p>{t("passkeys.text")}</p>
      <QueryResult
        query={query}
        loading={t("passkeys.loading")}
        failed={t("passkeys.loadFailed")}
        height="4rem"
        empty={<p className={textStyles.note}>{t("passkeys.none")}</p>}
      >
        {(passkeys) => (
          <Stack role="list" as="ul">
            {passkeys.map((passkey) => (
              <DeviceRow
                key={passkey.id}
                Icon={KeyRound}
                name={t("passkeys.name", { device: nameOf(passkey) })}
                notes={[
                  t("passkeys.added", { when: formatDateTime(passkey.createdAt) }),
                  passkey.lastUsedAt
                    ? t("passkeys.used", { when: formatDateTime(passkey.lastUsedAt) })
                    : t("passkeys.neverUsed"),
                ]}
              >
                <AskingButton
                  label={t("passkeys.remove")}
                  name={t("passkeys.removeName", { device: nameOf(passkey) })}
                  busy={remove.isPending && remove.variables === passkey.id}
                  question={t("passkeys.question")}
                  text={t("passkeys.questionText")}
                  cancel={t("passkeys.keep")}
                  onConfirm={() =>
                    remove.mutate(
                      passkey.id,
                      toastResult(t("passkeys.removed"), t("passkeys.removeFailed")),
                    )
                  }
                />
              </DeviceRow>
            ))}
          </Stack>
        )}
      </QueryResult>
      {query.data && canUsePasskeys() && (
        <div>
          <Button busy={isAdding} onClick={() => void start()}>
            {t(isAdding ? "passkeys.adding" : "passkeys.add")}
          </Button>
        </div>
      )}
      {needsCode && (
        <CodeDialog
          member={member}
          onConfirm={async (code) => {
            await addWith(code);
            setNeedsCode(false);
          }}
          failureOf={addFailure}
          onClose={() => setNeedsCode(false)}
          title={t("passkeys.proofTitle")}
          description={t("passkeys.proofText")}
          translate={(name) => t(`passkeys.${name}`)}
        />
      )}
    </Card>
  );
}

/** Why a passkey was not added: the browser reports that it has one already, the API any other reason. */
function addFailure(error: unknown): string {
  const isRegistered = error instanceof DOMException && error.name === "InvalidStateError";
  return isRegistered
    ? i18n.t("passkeys.known", { ns: devicesTexts })
    : messageOf(error, i18n.t("passkeys.failed", { ns: devicesTexts }));
}

/**
 * The super-apps that sign the member in, to unlink, and the one around this page, to link (docs/integrations.md). Nothing
 * where there is neither.
 */
function LinkedApps() {
  const { t } = useTranslation(hostsTexts);
  const { data } = useHosts();
  const unlink = useUnlinkHost();
  const [leaving, setLeaving] = useState(false);
  const around = tokenStore.hostAround.read();
  const shown = data?.filter((host) => host.linkedAt !== null || host.name === around) ?? [];
  if (shown.length === 0) return null;

  function notesOf({ linkedAt, lastUsedAt }: Host) {
    if (linkedAt === null) return [t("list.notLinked")];
    return [
      t("list.linked", { when: formatDateTime(linkedAt) }),
      lastUsedAt ? t("list.used", { when: formatDateTime(lastUsedAt) }) : t("list.neverUsed"),
    ];
  }

  async function leave(host: Host) {
    setLeaving(true);
    try {
      await hosts.startLinking(host.name);
    } catch (error) {
      setLeaving(false);
      showToast("error", messageOf(error, t("linkFailed", { host: host.title })), 5);
    }
  }

  return (
    <Card title={t("list.title")}>
      <p>{t("list.text")}</p>
      <Stack role="list" as="ul">
        {shown.map((host) => (
          <DeviceRow key={host.name} Icon={AppWindow} name={host.title} notes={notesOf(host)}>
            {host.linkedAt === null ? (
              <Button busy={leaving} onClick={() => void leave(host)}>
                {t(leaving ? "list.leaving" : "list.link", { host: host.title })}
              </Button>
            ) : (
              <AskingButton
                label={t("list.unlink")}
                name={t("list.unlinkName", { host: host.title })}
                busy={unlink.isPending && unlink.variables === host.name}
                question={t("list.question", { host: host.title })}
                text={t("list.questionText")}
                cancel={t("list.keep")}
                onConfirm={() =>
                  unlink.mutate(
                    host.name,
                    toastResult(
                      t("list.unlinked", { host: host.title }),
                      t("list.unlinkFailed", { host: host.title }),
                    ),
                  )
                }
              />
            )}
          </DeviceRow>
        ))}
      </Stack>
    </Card>
  );
}
