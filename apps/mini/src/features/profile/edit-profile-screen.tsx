import { useSession } from "@loyalty/api-client/react";
import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";

import { Room } from "../../room/room.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** /profile/edit: name and email, spec 001 §2. */
export function EditProfileScreen() {
  const t = useTexts(profileTexts);
  const session = useSession();
  return (
    <Room title={t("edit.title")} back={{ to: paths.profile, label: t("edit.back") }}>
      {session.status === "signed-in" && <ProfileForm member={session.user} />}
    </Room>
  );
}
