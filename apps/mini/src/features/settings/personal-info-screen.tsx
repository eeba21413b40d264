import { useSession } from "@loyalty/api-client/react";
import { buttonClass, formatDay, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { Link } from "react-router";

import { Actions } from "../../room/actions.tsx";
import { Facts } from "../../room/facts.tsx";
import { Room } from "../../room/room.tsx";

const genders = ["1", "2", "99"] as const;

/** /settings/personal-info: what is known of the member, and how it is changed. */
export function PersonalInfoScreen() {
  const t = useTexts(settingsTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  const { name, email, callingCode, mobileNumber, dateOfBirth, genderId } = session.user;
  const gender = genders.find((id) => id === String(genderId));
  const notGiven = t("personal.notGiven");

  return (
    <Room title={t("personal.title")} back={{ to: paths.profile, label: t("back") }}>
      <p>{t("personal.text")}</p>
      <Facts
        facts={[
          [t("personal.name"), name || notGiven],
          [t("personal.email"), email || notGiven],
          [t("personal.phone"), `+${callingCode} ${mobileNumber}`],
          [t("personal.dateOfBirth"), dateOfBirth ? formatDay(dateOfBirth) : notGiven],
          [t("personal.gender"), gender ? t(`personal.genders.${gender}`) : notGiven],
        ]}
      />
      <p>{t("personal.fixed")}</p>
      <Actions>
        <Link className={buttonClass()} to={paths.profileEdit}>
          {t("personal.change")}
        </Link>
      </Actions>
    </Room>
  );
}
