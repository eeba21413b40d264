import { useIsMember } from "@loyalty/api-client/react";
import { Cake, HandHeart, Sparkles, Ticket } from "lucide-react";

import { PageHead } from "../../content/page-head.tsx";
import { openOverlay } from "../../overlays/overlays.ts";
import { Button } from "../../primitives/button.tsx";
import { membershipTexts } from "../../texts/membership.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { CardCarousel } from "./card-carousel.tsx";
import { GoodToKnow } from "./good-to-know.tsx";
import { JoinSteps } from "./join-steps.tsx";
import styles from "./membership-screen.module.css";
import { Questions } from "./questions.tsx";
import { Redemptions } from "./redemptions.tsx";
import { TierTable } from "./tier-table.tsx";

/** How long a slide of each row stays, in ms, in the order of the page (spec 001 §9: "4 s, 5 s and 6 s"). */
const delaysMs = { benefits: 4000, redemptions: 5000, earning: 6000 } as const;

const earning = ["show", "pay", "receive", "climb"] as const;
const benefits = [
  { key: "welcome", icon: <Ticket aria-hidden="true" /> },
  { key: "birthday", icon: <Cake aria-hidden="true" /> },
  { key: "points", icon: <Sparkles aria-hidden="true" /> },
  { key: "friends", icon: <HandHeart aria-hidden="true" /> },
] as const;

/** What membership is, how to join, what it gives and how points come and go (spec 001 §2). */
export default function MembershipScreen() {
  const t = useTexts(membershipTexts);
  return (
    <>
      <PageHead title={t("title")} intro={t("intro")}>
        <JoinButtons />
      </PageHead>
      <JoinSteps />
      <CardCarousel
        title={t("benefits.title")}
        delayMs={delaysMs.benefits}
        cards={benefits.map(({ key, icon }) => ({
          key,
          icon,
          title: t(`benefits.${key}.title`),
          text: t(`benefits.${key}.text`),
        }))}
      />
      <Redemptions delayMs={delaysMs.redemptions} />
      <CardCarousel
        title={t("earn.title")}
        delayMs={delaysMs.earning}
        cards={earning.map((key, position) => ({
          key,
          number: position + 1,
          title: t(`earn.${key}.title`),
          text: t(`earn.${key}.text`),
        }))}
      />
      <TierTable />
      <GoodToKnow />
      <Questions />
    </>
  );
}

/** The way in, for whoever is not in yet. */
function JoinButtons() {
  const t = useTexts(membershipTexts);
  const isMember = useIsMember();
  if (isMember) return null;
  return (
    <p className={styles.join}>
      <Button size="lg" onClick={() => openOverlay("register")}>
        {t("join")}
      </Button>
      <Button size="lg" variant="outline" onClick={() => openOverlay("sign-in")}>
        {t("signIn")}
      </Button>
    </p>
  );
}
