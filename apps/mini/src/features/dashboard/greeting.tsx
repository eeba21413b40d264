import { serverNow } from "@loyalty/api-client/http";
import { useRecentActivities, useTiers } from "@loyalty/api-client/react/points";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { malaysianClock, malaysianDate } from "@loyalty/api-client/rules/calendar";
import { ACTION } from "@loyalty/api-client/rules/points";
import type { Activity, Member } from "@loyalty/api-client/wire";
import { formatNumber } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { Stack } from "@loyalty/ui/layout";
import { Sparkles } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";

import { firstName } from "../../card/first-name.ts";
import { SavedThisYear } from "../../components/saved-this-year.tsx";
import { dashboardTexts } from "./texts.ts";
import styles from "./greeting.module.css";
import { useLastVisit } from "./use-last-visit.ts";

/** Who is here, by the time of day, and below it what is new since the last visit. */
export function Greeting() {
  const { t } = useTranslation(dashboardTexts);
  const member = useSignedInMember();
  if (!member) return null;
  const greeting = t(`greeting.${occasion(member, serverNow())}`);
  const name = firstName(member.name);
  return (
    <Stack gap={1} className={styles.greeting}>
      <h1>{name ? t("hello", { greeting, name }) : greeting}</h1>
      <p>
        <Sparkles aria-hidden="true" size={18} />
        <News member={member} />
      </p>
    </Stack>
  );
}

export function occasion(member: Pick<Member, "createdAt" | "dateOfBirth">, now: Date) {
  const { day } = malaysianClock(now);
  if (member.createdAt && malaysianDate(new Date(member.createdAt)) === day) return "welcome";
  if (member.dateOfBirth?.slice(5) === day.slice(5)) return "birthday";
  return partOfDay(now);
}

export function partOfDay(now: Date) {
  const { time } = malaysianClock(now);
  if (time < "05:00") return "night";
  if (time < "12:00") return "morning";
  if (time < "14:00") return "noon";
  return time < "18:00" ? "afternoon" : "evening";
}

export function billsSince(activities: readonly Activity[], since: number | null): Activity[] {
  if (since === null) return [];
  return activities.filter(
    ({ actionId, createdAt }) => actionId === ACTION.earned && Date.parse(createdAt) > since,
  );
}

/** One sentence: the points since the last visit, what was saved, or what a ringgit brings. */
function News({ member }: { member: Member }) {
  const { t } = useTranslation(dashboardTexts);
  const activities = useRecentActivities();
  const tier = useTiers().data?.find(({ level }) => level === member.membershipLevel);
  const [newest, ...others] = billsSince(activities.data ?? [], useLastVisit(member.id));

  if (newest) {
    return (
      <span>
        <Trans
          ns={dashboardTexts}
          i18nKey={others.length > 0 ? "sinceAndMore" : "since"}
          values={{
            points: formatNumber(newest.points, { signDisplay: "always" }),
            outlet: newest.outletName ?? newest.remark,
          }}
          components={{
            number: (
              <b className={`${textStyles.tabular} ${textStyles.success} ${textStyles.nowrap}`} />
            ),
          }}
        />
      </span>
    );
  }
  const rate = tier ? t("rate", { count: Number(tier.multiplier), tier: tier.name }) : "\u00A0";
  // What the vouchers saved takes two more requests: only where it is shown. Who joined today has used none.
  if (occasion(member, serverNow()) === "welcome") return <span>{rate}</span>;
  if (activities.isPending) return <span>&nbsp;</span>;
  return <SavedThisYear otherwise={<span>{rate}</span>} />;
}
