import { contacts } from "@loyalty/content/company";
import { useIsMember } from "@loyalty/api-client/react/session";
import { awardsContent } from "@loyalty/content/awards";
import { bannersContent, bannersOf } from "@loyalty/content/banners";
import { useContent, useContentWords } from "@loyalty/content/content";
import { signaturesOf, useMenu } from "@loyalty/content/menu";
import { Announcing } from "@loyalty/shell/announcing";
import { openDialog } from "@loyalty/shell/dialogs";
import { paths } from "@loyalty/shell/paths";
import type { BrandKey } from "@loyalty/ui/brands";
import { Button, buttonClass } from "@loyalty/ui/button";
import { formatDay } from "@loyalty/ui/formats";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { useIsDesktop } from "@loyalty/ui/media-queries";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useBrand } from "@loyalty/ui/theme-store";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { DishCard } from "../components/dish-card.tsx";
import { Edge, Scene, Section } from "../components/page-layout.tsx";
import { Slides } from "../components/slides.tsx";
import styles from "./home-screen.module.css";
import { homeTexts } from "./texts.ts";

/** Home: the first screen of both brands (spec 000 §2). */
export default function HomeScreen() {
  const { key } = useBrand().brand;
  return (
    <>
      <Announcing />
      <Hero brand={key} />
      <WelcomeBanner />
      <Edge />
      <Signatures brand={key} />
      <Story brand={key} />
      <HalalBanner brand={key} />
      <Records />
      <Testimonials />
    </>
  );
}

/** What a visitor sees first: a dish, one sentence and one thing to do. */
function Hero({ brand }: { brand: BrandKey }) {
  const { t } = useTranslation(homeTexts);
  return (
    <div className={styles.hero}>
      <BannerSlider brand={brand} />
      <div className={styles.panel}>
        <p className={textStyles.strong}>{t(`${brand}.eyebrow`)}</p>
        <h1 tabIndex={-1}>{t(`${brand}.title`)}</h1>
        <p className={textStyles.lg}>{t(`${brand}.lead`)}</p>
        <Cluster gap={3} className={layoutStyles.noPrint}>
          <Button size="lg" onClick={() => openDialog("register")}>
            {t("join")}
          </Button>
          <Link className={buttonClass({ variant: "outline", size: "lg" })} to={paths.menu}>
            {t("seeMenu")}
          </Link>
        </Cluster>
        <p className={`${textStyles.sm} ${layoutStyles.noPrint}`}>{t("offerTerms")}</p>
      </div>
    </div>
  );
}

/** How long a banner stays (spec 000 §2, Home page). */
const BANNER_MS = 5000;

export function BannerSlider({ brand }: { brand: BrandKey }) {
  const { t } = useTranslation(homeTexts);
  const words = useContentWords();
  const banners = useContent(bannersContent);
  const isDesktop = useIsDesktop();

  return (
    <Slides
      // Another brand is another row.
      key={brand}
      label={t("banners")}
      kind="banners"
      delayMs={BANNER_MS}
      slides={bannersOf(banners, brand, isDesktop).map(({ picture, alt }, position) => ({
        key: picture.drawing ?? picture.image ?? "",
        content: <Scene name={picture} alt={words(alt)} isFirst={position === 0} />,
      }))}
    />
  );
}

/** On phones and tablets, the way in for members who are not signed in (spec 000 §2). */
function WelcomeBanner() {
  const { t } = useTranslation(homeTexts);
  const isMember = useIsMember();
  if (isMember) return null;
  return (
    <Cluster
      as="aside"
      gap={4}
      justify="between"
      className={`${surfaceStyles.card} ${styles.welcome} ${layoutStyles.noPrint}`}
      aria-label={t("welcome.title")}
    >
      <p>
        <strong>{t("welcome.title")}</strong> {t("welcome.text")}
      </p>
      <Button variant="outline" onClick={() => openDialog("sign-in")}>
        {t("welcome.signIn")}
      </Button>
    </Cluster>
  );
}

/** Where the brand comes from, what it wants to be, and how (spec 000 §2: story, vision, mission). */
function Story({ brand }: { brand: BrandKey }) {
  const { t } = useTranslation(homeTexts);
  return (
    <Section title={t("storyTitle")} sunken>
      <Grid gap={5} columns="widest" align="middle">
        <div className={`${surfaceStyles.large} ${surfaceStyles.clip}`}>
          <Scene name={contacts[brand].scenes.story} alt="" />
        </div>
        <Stack gap={3} className={textStyles.lg}>
          <p>{t(`${brand}.story`)}</p>
          <Link
            className={`${textStyles.link} ${textStyles.md} ${textStyles.strong}`}
            to={paths.about}
          >
            {t("readStory")}
          </Link>
        </Stack>
      </Grid>
      <Grid gap={4} columns="widest">
        {(["vision", "mission"] as const).map((aim) => (
          <Stack as="article" gap={2} pad={5} key={aim} className={surfaceStyles.card}>
            <h3>{t(`${aim}Title`)}</h3>
            <p>{t(`${brand}.${aim}`)}</p>
          </Stack>
        ))}
      </Grid>
    </Section>
  );
}

/** Four dishes the brand is known for, and the way to the menu. */
function Signatures({ brand }: { brand: BrandKey }) {
  const { t } = useTranslation(homeTexts);
  const menu = useMenu(brand);
  return (
    <Section title={t(`signatures.${brand}`)}>
      <ul role="list" className={styles.dishes}>
        {signaturesOf(menu)
          .slice(0, 4)
          .map((dish) => (
            <li key={dish.id}>
              <DishCard dish={dish} />
            </li>
          ))}
      </ul>
      <Link className={`${textStyles.link} ${textStyles.strong}`} to={paths.menu}>
        {t("signatures.all")}
      </Link>
    </Section>
  );
}

function Records() {
  const { t } = useTranslation(homeTexts);
  const words = useContentWords();
  const { awards } = useContent(awardsContent);
  return (
    <Section title={t("records.title")}>
      <Grid gap={4} columns="widest">
        {awards.map(({ id, name, day, picture }) => (
          <article className={`${surfaceStyles.card} ${surfaceStyles.clip}`} key={id}>
            <div>
              <Scene name={picture} alt="" />
            </div>
            <Stack gap={1} pad={5}>
              <h3>{words(name)}</h3>
              <time className={textStyles.muted} dateTime={day}>
                {formatDay(day)}
              </time>
            </Stack>
          </article>
        ))}
      </Grid>
      <Link className={`${textStyles.link} ${textStyles.strong}`} to={paths.awards}>
        {t("records.link")}
      </Link>
    </Section>
  );
}

const guests = ["beefNoodle", "milkTea", "family"] as const;

/** Three guests, five stars each (spec 000 §2). */
function Testimonials() {
  const { t } = useTranslation(homeTexts);
  return (
    <Section title={t("testimonials.title")} sunken>
      <div className={styles.guests}>
        {guests.map((guest) => (
          <Stack as="figure" gap={3} pad={5} className={surfaceStyles.card} key={guest}>
            <Cluster role="img" aria-label={t("testimonials.stars")}>
              {[1, 2, 3, 4, 5].map((star) => (
                <Star key={star} aria-hidden="true" size={18} fill="currentColor" />
              ))}
            </Cluster>
            <blockquote className={textStyles.lg}>{t(`testimonials.${guest}.quote`)}</blockquote>
            <Cluster as="figcaption" gap={2} tight>
              <strong>{t(`testimonials.${guest}.name`)}</strong>
              <span className={textStyles.muted}>{t(`testimonials.${guest}.place`)}</span>
            </Cluster>
          </Stack>
        ))}
      </div>
    </Section>
  );
}

/** The promise that brings whole families: every kitchen is halal. */
function HalalBanner({ brand }: { brand: BrandKey }) {
  const { t } = useTranslation(homeTexts);
  return (
    <section className={styles.halal} aria-labelledby="halal">
      <div>
        <Scene name={contacts[brand].scenes.halal} alt="" />
      </div>
      <div>
        <h2 id="halal">{t("halal.title")}</h2>
        <p>{t("halal.text")}</p>
      </div>
    </section>
  );
}
