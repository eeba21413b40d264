import { messageOf } from "@loyalty/api-client/errors";
import {
  useEraseMember,
  useExportMember,
  useRequestErasureCode,
  useUpdateMember,
} from "@loyalty/api-client/react/members";
import { usePreferences, useSavePreferences } from "@loyalty/api-client/react/preferences";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { DEFAULT_PREFERENCES, PREFERENCE_CHOICES } from "@loyalty/api-client/rules/preferences";
import { session } from "@loyalty/api-client/session";
import type { Member } from "@loyalty/api-client/wire";
import { formatPhoneNumber } from "@loyalty/content/contact";
import { paths } from "@loyalty/shell/paths";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { RadioGroup, Toggle } from "@loyalty/ui/choice";
import { SelectField, TextField } from "@loyalty/ui/field";
import { i18n } from "@loyalty/ui/i18n";
import { showToast } from "@loyalty/ui/toast";
import textStyles from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import * as v from "valibot";

import { CodeDialog } from "../../../components/code-dialog.tsx";
import {
  DateOfBirthField,
  GENDERS,
  memberChanges,
  memberRules,
  memberValues,
} from "../../../components/member-fields.tsx";
import { useMemberForm } from "../../../components/member-form.tsx";
import { Card, Page } from "../../../components/member-page.tsx";
import { settingsTexts } from "../../../texts/settings.ts";
import styles from "../settings-form.module.css";
import { SettingsForm, useFormMessages } from "../settings-form.tsx";

/** /settings/personal-info: contact details, privacy, and a member's rights to their data (spec 001 §2). */
export default function PersonalInfoScreen() {
  const { t } = useTranslation(settingsTexts);
  const member = useSignedInMember();
  if (member === null) return null;
  return (
    <Page
      title={t("personal.title")}
      back={{ to: paths.profile, label: t("back") }}
      columns="wide-first"
    >
      <PersonalInfoForm member={member} />
      <div className={styles.form}>
        <DownloadData member={member} />
        <EraseAccount member={member} />
      </div>
    </Page>
  );
}

function contactOf(member: Member) {
  const { name, email, dateOfBirth, genderId } = memberValues(member);
  return { name, email, dateOfBirth, genderId };
}

/** Name and email are required here (spec 001 §5). */
const contactSchema = v.object(
  memberRules(
    (name) => i18n.t(`personal.${name}`, { ns: settingsTexts }),
    (name) => i18n.t(`personal.${name}`, { ns: settingsTexts }),
  ),
);

const isSame = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  Object.keys(one).every((name) => one[name] === other[name]);

/**
 * Contact details: name, email, the number (which cannot be changed here), the date of birth until it is set, and gender.
 * Privacy: what the member who invited them sees, and whether advertising may reach them.
 */
function PersonalInfoForm({ member }: { member: Member }) {
  const { t } = useTranslation(settingsTexts);
  const updateMember = useUpdateMember();
  const preferences = usePreferences();
  const savePreferences = useSavePreferences();
  const messages = useFormMessages();
  const privacy = preferences.data?.privacy ?? DEFAULT_PREFERENCES.privacy;
  const form = useMemberForm({
    stored: { ...contactOf(member), ...privacy },
    schema: contactSchema,
    async save({ profileVisibility, showActivityStatus, allowContact, ...contact }) {
      messages.clear();
      const chosen = { profileVisibility, showActivityStatus, allowContact };
      const record = isSame(contact, contactOf(member))
        ? member
        : await updateMember.mutateAsync(memberChanges(member, contact));
      const saved = isSame(chosen, privacy)
        ? { privacy }
        : await savePreferences.mutateAsync({ privacy: chosen });
      messages.succeeded(i18n.t("personal.saved", { ns: settingsTexts }));
      return { ...contactOf(record), ...saved.privacy };
    },
    onInvalid: () => messages.failed(i18n.t("personal.fixErrors", { ns: settingsTexts })),
    onFailed: (error) =>
      messages.failed(messageOf(error, i18n.t("personal.failed", { ns: settingsTexts }))),
  });
  const { field, choice, register } = form;

  return (
    <SettingsForm form={form} messages={messages} preferences={preferences}>
      <Card title={t("personal.contact")}>
        <TextField label={t("personal.name")} required autoComplete="name" {...field("name")} />
        <TextField
          label={t("personal.email")}
          required
          type="email"
          autoComplete="email"
          {...field("email")}
        />
        <TextField
          label={t("personal.phone")}
          value={formatPhoneNumber(member.callingCode, member.mobileNumber)}
          hint={t("personal.phoneNote")}
          readOnly
        />
        <DateOfBirthField
          member={member}
          label={t("personal.dateOfBirth")}
          setHint={t("personal.dateOfBirthNote")}
          hint={t("personal.dateOfBirthOnce")}
          {...field("dateOfBirth")}
        />
        <RadioGroup
          label={t("personal.gender")}
          choices={GENDERS.map((id) => ({ value: id, label: t(`personal.genders.${id}`) }))}
          {...choice("genderId")}
        />
      </Card>
      <Card id="privacy" title={t("privacy.title")}>
        <SelectField
          label={t("privacy.profileVisibility")}
          hint={t("privacy.profileVisibilityHint")}
          {...register("profileVisibility")}
        >
          {PREFERENCE_CHOICES.profileVisibility.map((who) => (
            <option key={who} value={who}>
              {t(`privacy.visibilities.${who}`)}
            </option>
          ))}
        </SelectField>
        <Stack gap={1}>
          {(["showActivityStatus", "allowContact"] as const).map((name) => (
            <Toggle
              key={name}
              label={t(`privacy.${name}`)}
              hint={t(`privacy.${name}Hint`)}
              {...register(name)}
            />
          ))}
        </Stack>
      </Card>
    </SettingsForm>
  );
}

/** The formats by the file's extension: JSON for other programs, a ZIP of CSV tables to read. */
const FORMATS = { json: "json", zip: "csv" } as const;
type Kind = keyof typeof FORMATS;

function DownloadData({ member }: { member: Member }) {
  const { t } = useTranslation(settingsTexts);
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
      <Cluster gap={3}>
        {choice("json", t("personal.data.download"))}
        {choice("zip", t("personal.data.forSpreadsheets"))}
      </Cluster>
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
function EraseAccount({ member }: { member: Member }) {
  const { t } = useTranslation(settingsTexts);
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
          translate={(name) => t(`personal.erase.${name}`)}
        >
          <Stack as="ul" gap={2} className={textStyles.bullets}>
            {member.memberPointAmount > 0 && (
              <li>{t("personal.erase.points", { count: member.memberPointAmount })}</li>
            )}
            <li>{t("personal.erase.vouchers")}</li>
            <li>{t("personal.erase.person")}</li>
            <li>{t("personal.erase.books")}</li>
            <li>{t("personal.erase.rejoin")}</li>
          </Stack>
        </CodeDialog>
      )}
    </Card>
  );
}
