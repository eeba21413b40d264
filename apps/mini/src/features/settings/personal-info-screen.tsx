import { messageOf } from "@loyalty/api-client/errors.ts";
import { useUpdateMember } from "@loyalty/api-client/react/members.ts";
import { useSession } from "@loyalty/api-client/react/session.ts";
import type { Member } from "@loyalty/api-client/wire.ts";
import { formatPhoneNumber } from "@loyalty/ui/content/contact.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { RadioGroup } from "@loyalty/ui/primitives/choice.tsx";
import { TextField } from "@loyalty/ui/primitives/field.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import * as v from "valibot";

import {
  DateOfBirthField,
  GENDERS,
  memberChanges,
  memberRules,
  memberValues,
} from "../../form/member-fields.tsx";
import { useMemberForm } from "../../form/member-form.tsx";
import { Card, Page } from "../../page/member-page.tsx";
import { settingsTexts } from "../../texts/settings.ts";
import { DownloadData, EraseAccount } from "./member-data.tsx";
import styles from "./settings-form.module.css";
import { SettingsForm, useFormMessages } from "./settings-form.tsx";

/** /settings/personal-info: contact details, and a member's rights to their data (spec 001 §2). */
export default function PersonalInfoScreen() {
  const t = useTexts(settingsTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Page title={t("personal.title")} back={{ to: paths.profile, label: t("back") }}>
      <PersonalInfoForm member={session.user} />
      <div className={styles.form}>
        <DownloadData member={session.user} />
        <EraseAccount member={session.user} />
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
    (name) => settingsTexts.t(`personal.${name}`),
    (name) => settingsTexts.t(`personal.${name}`),
  ),
);

/** Name, email, the number (which cannot be changed here), the date of birth until it is set, and gender. */
function PersonalInfoForm({ member }: { member: Member }) {
  const t = useTexts(settingsTexts);
  const updateMember = useUpdateMember();
  const messages = useFormMessages();
  const form = useMemberForm({
    stored: contactOf(member),
    schema: contactSchema,
    async save(values) {
      messages.clear();
      const record = await updateMember.mutateAsync(memberChanges(member, values));
      messages.succeeded(settingsTexts.t("personal.saved"));
      return contactOf(record);
    },
    onInvalid: () => messages.failed(settingsTexts.t("personal.fixErrors")),
    onFailed: (error) => messages.failed(messageOf(error, settingsTexts.t("personal.failed"))),
  });
  const { field, choice } = form;

  return (
    <SettingsForm form={form} messages={messages}>
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
    </SettingsForm>
  );
}
