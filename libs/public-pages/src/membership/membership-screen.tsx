import { useIsMember } from "@loyalty/api-client/react/session";
import { nextTier } from "@loyalty/api-client/rules/points";
import { useContent, useContentWords } from "@loyalty/content/content";
import { useQuestions } from "@loyalty/content/faq";
import { dishesOf, menuContent, type Dish } from "@loyalty/content/menu";
import { redemptions } from "@loyalty/content/programme";
import { useProgrammeTiers } from "@loyalty/content/published";
import { faqTexts } from "@loyalty/content/texts/faq";
import { openDialog } from "@loyalty/shell/dialogs";
import { paths } from "@loyalty/shell/paths";
import { brandKeys, brands } from "@loyalty/ui/brands";
import { Button } from "@loyalty/ui/button";
import { formatList, formatMoney } from "@loyalty/ui/formats";
import { Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Cake, ChevronDown, HandHeart, Sparkles, Ticket } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";

import { DishPicture } from "../components/dish-card.tsx";
import { PageHead, Section, TextCard, type TextCardProps } from "../components/page-layout.tsx";
import { Slides, type SlidesProps } from "../components/slides.tsx";
import { JoinSteps } from "./join-steps.tsx";
import styles from "./membership-screen.module.css";
import { membershipTexts } from "./texts.ts";

/** How long a slide of each row stays, in ms, in the order of the page (spec 001 §9: "4 s, 5 s and 6 s"). */
const delaysMs = { benefits: 4000, redemptions: 5000, earning: 6000 } as const;

const earning = ["show", "pay", "receive", "climb"] as const;
const benefits = [
  { key: "welcome", mark: <Ticket /> },
  { key: "birthday", mark: <Cake /> },
  { key: "points", mark: <Sparkles /> },
  { key: "friends", mark: <HandHeart /> },
] as const;

/** What membership is, how to join, what it gives and how points come and go (spec 001 §2). */
export default function MembershipScreen() {
  const { t } = useTranslation(membershipTexts);
  return (
    <>
      <PageHead title={t("title")} intro={t("intro")}>
        <JoinButtons />
      </PageHead>
      <JoinSteps />
      <CardCarousel
        title={t("benefits.title")}
        delayMs={delaysMs.benefits}
        cards={benefits.map(({ key, mark }) => ({
          key,
          mark,
          title: t(`benefits.${key}.title`),
          text: t(`benefits.${key}.text`),
        }))}
      />
      <Redemptions />
      <CardCarousel
        title={t("earn.title")}
        delayMs={delaysMs.earning}
        cards={earning.map((key, position) => ({
          key,
          mark: position + 1,
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

function JoinButtons() {
  const { t } = useTranslation(membershipTexts);
  const isMember = useIsMember();
  if (isMember) return null;
  return (
    <>
      <Button size="lg" onClick={() => openDialog("register")}>
        {t("join")}
      </Button>
      <Button size="lg" variant="outline" onClick={() => openDialog("sign-in")}>
        {t("signIn")}
      </Button>
    </>
  );
}

interface CardCarouselProps extends Pick<SlidesProps, "delayMs"> {
  title: string;
  cards: (TextCardProps & { key: string })[];
}

/** Short texts passing by under a second heading. */
function CardCarousel({ title, cards, delayMs }: CardCarouselProps) {
  return (
    <Section title={title} sunken>
      <Slides
        label={title}
        kind="few"
        delayMs={delayMs}
        slides={cards.map(({ key, ...card }) => ({ key, content: <TextCard {...card} /> }))}
      />
    </Section>
  );
}

/** The tiers: where each begins and what a ringgit earns there (spec 000 §9, or as the programme says now). */
export function TierTable() {
  const { t } = useTranslation(membershipTexts);
  const tiers = useProgrammeTiers();
  return (
    <Section title={t("tiers.title")}>
      <p>{t("tiers.text")}</p>
      <ul role="list" className={styles.tiers}>
        {tiers.map(({ level, name, floor, multiplierTenths }) => {
          const above = nextTier(level, tiers);
          return (
            <Stack
              as="li"
              align="start"
              gap={2}
              pad={5}
              key={level}
              className={`${surfaceStyles.card} ${layoutStyles.avoidBreak}`}
            >
              <h3 data-level={level}>{name}</h3>
              <p className={`${textStyles.num} ${textStyles.strong}`}>
                {above
                  ? t("tiers.range", { from: floor, to: above.floor - 1 })
                  : t("tiers.from", { points: floor })}
              </p>
              <p>{t("tiers.multiplier", { multiplier: multiplierTenths / 10 })}</p>
            </Stack>
          );
        })}
      </ul>
    </Section>
  );
}

/** Things that points become, from the smallest number of points on, passing by. */
function Redemptions() {
  const { t } = useTranslation(membershipTexts);
  const dishes = dishesOf(useContent(menuContent));
  // A dish that the menu no longer has is nothing that points become.
  const rewards = redemptions.flatMap(({ dish, points }) => {
    const found = dishes.get(dish);
    return found ? [{ dish: found, points }] : [];
  });
  return (
    <Section title={t("redeem.title")}>
      <p>{t("redeem.text")}</p>
      <Slides
        label={t("redeem.title")}
        kind="several"
        delayMs={delaysMs.redemptions}
        slides={rewards.map((one) => ({ key: one.dish.id, content: <Reward {...one} /> }))}
      />
    </Section>
  );
}

type RewardProps = { dish: Pick<Dish, "name" | "picture" | "priceSen">; points: number };

function Reward({ dish, points }: RewardProps) {
  const { t } = useTranslation(membershipTexts);
  const words = useContentWords();
  return (
    <div className={`${surfaceStyles.card} ${surfaceStyles.clip} ${layoutStyles.fullHeight}`}>
      <DishPicture picture={dish.picture} className={surfaceStyles.square} />
      <Stack gap={1} pad={4} align="start">
        <strong className={`${surfaceStyles.gold} ${surfaceStyles.tag} ${textStyles.num}`}>
          {t("redeem.points", { points })}
        </strong>
        <h3 className={textStyles.lg}>{words(dish.name)}</h3>
        <p className={textStyles.muted}>
          {t("redeem.instead", { price: formatMoney(dish.priceSen) })}
        </p>
      </Stack>
    </div>
  );
}

/** What members ask most; each answer opens under its question. */
export function Questions() {
  const { t } = useTranslation(faqTexts);
  return (
    <Section title={t("title")}>
      <div className={styles.questions}>
        {useQuestions().map(({ id, question, answer }) => (
          <details key={id}>
            <summary>
              {question}
              <ChevronDown aria-hidden="true" size={20} />
            </summary>
            <p className={textStyles.muted}>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}

const terms = ["net", "personal", "outlets", "welcome", "birthday"] as const;

/** The terms in short, and the way to the whole of them. */
export function GoodToKnow() {
  const { t } = useTranslation(membershipTexts);
  const names = formatList(brandKeys.map((key) => brands[key].name));
  return (
    <Section title={t("terms.title")} sunken>
      <Stack as="ul" gap={2} className={`${textStyles.bullets} ${textStyles.measure}`}>
        {terms.map((term) => (
          <li key={term}>{t(`terms.${term}`, { brands: names })}</li>
        ))}
      </Stack>
      <p>
        <Trans
          ns={membershipTexts}
          i18nKey="terms.full"
          components={{ terms: <Link to={paths.terms} />, privacy: <Link to={paths.privacy} /> }}
        />
      </p>
    </Section>
  );
}
