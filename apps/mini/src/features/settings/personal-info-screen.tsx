import { useSession } from "@loyalty/api-client/react";
import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { settingsTexts } from "@loyalty/ui/texts/settings";

import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { DownloadData } from "./download-data.tsx";
import { EraseAccount } from "./erase-account.tsx";
import { PrivacyFields } from "./privacy-fields.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import styles from "./settings-frame.module.css";
import { usePersonalInfo } from "./use-personal-info.ts";

/** /settings/personal-info: contact details, privacy, and the rights a member has in her data (spec 001 §2). */
export function PersonalInfoScreen() {
  const t = useTexts(settingsTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Room title={t("personal.title")} back={{ to: paths.profile, label: t("back") }}>
      <PersonalForm member={session.user} />
      <div className={styles.form}>
        <DownloadData member={session.user} />
        <EraseAccount member={session.user} />
      </div>
    </Room>
  );
}

function PersonalForm({ member }: { member: Parameters<typeof usePersonalInfo>[0] }) {
  const t = useTexts(settingsTexts);
  const form = usePersonalInfo(member);
  return (
    <SettingsFrame form={form}>
      <Card title={t("personal.contact")}>
        <ContactFields member={member} form={form} />
      </Card>
      <Card title={t("personal.privacy")}>
        <PrivacyFields form={form} />
      </Card>
    </SettingsFrame>
  );
}
