import { useSession } from "@loyalty/api-client/react";
import { Avatar, Button, showToast, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";

import { Room } from "../../room/room.tsx";
import { ProfileForm } from "./profile-form.tsx";
import styles from "./profile-form.module.css";

/** /profile/edit: what a member may change of herself, spec 001 §2. */
export function EditProfileScreen() {
  const t = useTexts(profileTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Room title={t("edit.title")} back={{ to: paths.profile, label: t("edit.back") }}>
      <div className={styles.avatar}>
        <Avatar name={session.user.name ?? ""} size="lg" />
        <Button variant="ghost" onClick={() => showToast("info", t("edit.avatarSoon"))}>
          {t("edit.avatar")}
        </Button>
      </div>
      <ProfileForm member={session.user} />
    </Room>
  );
}
