import { buttonClass, company, mailLink, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { Link } from "react-router";

import { Actions } from "../../room/actions.tsx";
import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import { HelpAnswers } from "./help-answers.tsx";

/** /settings/help-support: a mail to the people who help, spec 001 §2, and the other ways. */
export function HelpSupportScreen() {
  const t = useTexts(settingsTexts);
  const address = company.supportEmail;
  const mail = mailLink(address, t("help.subject"));
  return (
    <Room title={t("help.title")} back={{ to: paths.profile, label: t("back") }}>
      <HelpAnswers />
      <Card title={t("help.email")}>
        <p>
          {address} · {t("help.reply")}
        </p>
        <Actions>
          <a className={buttonClass()} href={mail}>
            {t("help.email")}
          </a>
        </Actions>
      </Card>
      <Card title={t("help.other")}>
        <Actions>
          <Link className={buttonClass({ variant: "outline" })} to={paths.contact}>
            {t("help.contact")}
          </Link>
          <Link className={buttonClass({ variant: "outline" })} to={paths.locations}>
            {t("help.outlets")}
          </Link>
        </Actions>
      </Card>
    </Room>
  );
}
