import { useMember } from "@loyalty/api-client/react";
import { PointsFigure, useTexts } from "@loyalty/ui";
import { paths, redeemPath } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { History, LayoutDashboard, QrCode } from "lucide-react";
import { Link } from "react-router";

import { Age } from "../../../room/age.tsx";
import styles from "./points-card.module.css";

const ways = [
  { name: "history", to: redeemPath("history"), Icon: History },
  { name: "earnMore", to: paths.rewards, Icon: QrCode },
  { name: "dashboard", to: paths.dashboard, Icon: LayoutDashboard },
] as const;

/** What there is to spend, and the three ways on from it (spec 001 §2). */
export function PointsCard() {
  const t = useTexts(rewardsTexts);
  const member = useMember();
  return (
    <section className={styles.card} aria-labelledby="redeem-points">
      <h2 id="redeem-points" className={styles.label}>
        {t("points.label")}
      </h2>
      <PointsFigure size="lg" points={member.data?.memberPointAmount} failed={member.isError} />
      <Age />
      <ul role="list" className={styles.ways}>
        {ways.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link to={to} className={styles.way}>
              <Icon aria-hidden="true" size={18} />
              {t(`points.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
