import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";
import { Gift, MapPin, ScanLine, User, UtensilsCrossed } from "lucide-react";
import { Link } from "react-router";

import styles from "./quick-actions.module.css";

const actions = [
  { name: "scan", to: paths.rewards, Icon: ScanLine },
  { name: "redeem", to: paths.redeem, Icon: Gift },
  { name: "profile", to: paths.profile, Icon: User },
  { name: "locations", to: paths.locations, Icon: MapPin },
  { name: "menu", to: paths.menu, Icon: UtensilsCrossed },
] as const;

/** The five ways on from the dashboard, spec 000 §2. */
export function QuickActions() {
  const t = useTexts(dashboardTexts);
  return (
    <nav aria-label={t("actions.title")}>
      <ul role="list" className={styles.actions}>
        {actions.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link to={to} className={styles.action}>
              <Icon aria-hidden="true" />
              {t(`actions.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
