import { useSession } from "@loyalty/api-client/react";
import { Cake, HandHeart, Sparkles, Ticket } from "lucide-react";

import { CardGrid } from "../../content/card-grid.tsx";
import { PageHead } from "../../content/page-head.tsx";
import { Section } from "../../content/section.tsx";
import { openOverlay } from "../../overlays/overlays.ts";
import { Button } from "../../primitives/button/button.tsx";
import { membershipTexts } from "../../texts/membership.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { GoodToKnow } from "./good-to-know.tsx";
import styles from "./membership-screen.module.css";
import { Questions } from "./questions.tsx";
import { Redemptions } from "./redemptions.tsx";
import { TierTable } from "./tier-table.tsx";

const steps = ["number", "code", "details"] as const;
const earning = ["show", "pay", "receive"] as const;
const benefits = [
  { key: "welcome", icon: <Ticket aria-hidden="true" /> },
  { key: "birthday", icon: <Cake aria-hidden="true" /> },
  { key: "points", icon: <Sparkles aria-hidden="true" /> },
  { key: "friends", icon: <HandHeart aria-hidden="true" /> },
] as const;

/** What membership is, how to join, what it gives and how points come and go (spec 001 §2). */
export function MembershipScreen() {
  const t = useTexts(membershipTexts);
  return (
    <>
      <PageHead title={t("title")} intro={t("intro")}>
        <JoinButtons />
      </PageHead>
      <Section title={t("steps.title")}>
        <CardGrid
          ordered
          cards={steps.map((step) => ({
            key: step,
            title: t(`steps.${step}.title`),
            text: t(`steps.${step}.text`),
          }))}
        />
      </Section>
      <Section title={t("benefits.title")} sunken>
        <CardGrid
          cards={benefits.map(({ key, icon }) => ({
            key,
            icon,
            title: t(`benefits.${key}.title`),
            text: t(`benefits.${key}.text`),
          }))}
        />
      </Section>
      <TierTable />
      <Section title={t("earn.title")} sunken>
        <CardGrid
          ordered
          cards={earning.map((step) => ({
            key: step,
            title: t(`earn.${step}.title`),
            text: t(`earn.${step}.text`),
          }))}
        />
      </Section>
      <Redemptions />
      <GoodToKnow />
      <Questions />
    </>
  );
}

/** The way in, for whoever is not in yet. */
function JoinButtons() {
  const t = useTexts(membershipTexts);
  const { status } = useSession();
  if (status === "signed-in") return null;
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
