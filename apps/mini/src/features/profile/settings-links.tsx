import { Button, openOverlay, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

import { Card } from "../../room/card.tsx";
import styles from "./settings-links.module.css";

const links = [
  { name: "edit", to: paths.profileEdit },
  { name: "data", to: paths.personalInfo },
  { name: "devices", to: paths.devices },
  { name: "referral", to: paths.referral },
  { name: "notifications", to: paths.notifications },
  { name: "language", to: paths.language },
  { name: "help", to: paths.helpSupport },
  { name: "terms", to: paths.terms },
  { name: "privacy", to: paths.privacy },
] as const;

/** The account settings, spec 001 §2, the way to one's own data, and the way out. */
export function SettingsLinks() {
  const t = useTexts(profileTexts);
  return (
    <Card title={t("settings")}>
      <ul role="list" className={styles.links}>
        {links.map(({ name, to }) => (
          <li key={name}>
            <Link to={to}>
              {t(`links.${name}`)}
              <ChevronRight aria-hidden="true" size={18} />
            </Link>
          </li>
        ))}
      </ul>
      <Button variant="outline" onClick={() => openOverlay("sign-out", { variant: "profile" })}>
        {t("signOut")}
      </Button>
    </Card>
  );
}
