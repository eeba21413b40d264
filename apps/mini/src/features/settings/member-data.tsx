import { messageOf } from "@loyalty/api-client/errors.ts";
import {
  useEraseMember,
  useExportMember,
  useRequestErasureCode,
} from "@loyalty/api-client/react/members.ts";
import { malaysianDate } from "@loyalty/api-client/rules/calendar.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import type { Member } from "@loyalty/api-client/wire.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { useState } from "react";
import { useNavigate } from "react-router";

import { Card } from "../../page/member-page.tsx";
import { settingsTexts } from "../../texts/settings.ts";
import { CodeDialog } from "./code-dialog.tsx";
import styles from "./settings-form.module.css";

/** The formats by the file's extension: JSON for other programs, a ZIP of CSV tables to read. */
const FORMATS = { json: "json", zip: "csv" } as const;
type Kind = keyof typeof FORMATS;

/** Downloads everything that is stored about a member as a file. */
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
  // The browser holds the file once the task of the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/**
 * Ends the membership: a dialog says what is deleted, and a code confirms it. Then the member is signed out everywhere.
 */
export function EraseAccount({ member }: { member: Member }) {
  const t = useTexts(settingsTexts);
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const { mutateAsync: requestCode } = useRequestErasureCode();
  const { mutateAsync: eraseMember } = useEraseMember();

  async function erase(otpCode: string) {
    await eraseMember({ member, otpCode });
    showToast("success", t("personal.erase.done"), 5);
    void session.end();
    void navigate(paths.home, { replace: true });
  }

  return (
    <Card title={t("personal.erase.title")}>
      <p>{t("personal.erase.text")}</p>
      <div>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {t("personal.erase.open")}
        </Button>
      </div>
      {isOpen && (
        <CodeDialog
          member={member}
          sendCode={() => requestCode(member)}
          onConfirm={erase}
          failureOf={(error) => messageOf(error, t("personal.erase.failed"))}
          onClose={() => setIsOpen(false)}
          danger
          title={t("personal.erase.title")}
          description={t("personal.erase.question")}
          textOf={(name) => t(`personal.erase.${name}`)}
        >
          <ul className={styles.losses}>
            {member.memberPointAmount > 0 && (
              <li>{t("personal.erase.points", { count: member.memberPointAmount })}</li>
            )}
            <li>{t("personal.erase.vouchers")}</li>
            <li>{t("personal.erase.person")}</li>
            <li>{t("personal.erase.books")}</li>
            <li>{t("personal.erase.rejoin")}</li>
          </ul>
        </CodeDialog>
      )}
    </Card>
  );
}
