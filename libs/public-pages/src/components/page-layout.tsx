import { type ContentPicture, sourceOf } from "@loyalty/content/pictures";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { VisuallyHidden } from "@loyalty/ui/visually-hidden";
import { type ReactNode, useId } from "react";

import styles from "./page-layout.module.css";

interface PageHeadProps {
  /** The page's one first heading; it takes the focus after a navigation. */
  title: string;
  intro: string;
  /** A short line above the title. */
  eyebrow?: string;
  /** What to do next, below the intro. */
  children?: ReactNode;
}

/** The opening of every public page but home. */
export function PageHead({ title, intro, eyebrow, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      {eyebrow ? <p className={`${textStyles.primary} ${textStyles.strong}`}>{eyebrow}</p> : null}
      <h1 tabIndex={-1}>{title}</h1>
      <p className={`${textStyles.muted} ${textStyles.lg} ${textStyles.measure}`}>{intro}</p>
      <Cluster gap={3} className={`${styles.actions} ${layoutStyles.noPrint}`}>
        {children}
      </Cluster>
    </header>
  );
}

interface SectionProps {
  title: string;
  /** The title is for screen readers only, where what follows explains itself. */
  titleHidden?: boolean;
  /** Has a darker background, from edge to edge. */
  sunken?: boolean;
  formBeside?: boolean;
  /** For links to it. */
  id?: string;
  children: ReactNode;
}

export function Section({ title, titleHidden, sunken, formBeside, id, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      className={sunken ? `${styles.section} ${surfaceStyles.sunken}` : styles.section}
      data-form-beside={formBeside || undefined}
      id={id}
      aria-labelledby={heading}
    >
      <h2 id={heading}>{titleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}</h2>
      {children}
    </section>
  );
}

/** The brand's edge between two parts of a page: a row of kanok flames, or three ribbons of milk. */
export function Edge() {
  return <div className={styles.edge} aria-hidden="true" />;
}

interface SideBySideProps {
  scene: string | ContentPicture;
  title: string;
  /** On wide screens the words come first. */
  pictureLast?: boolean;
  sunken?: boolean;
  isFirst?: boolean;
  children: ReactNode;
}

/** A picture and its words: one above the other on phones, side by side where they fit. */
export function SideBySide(props: SideBySideProps) {
  const { scene, title, pictureLast, sunken, isFirst, children } = props;
  const heading = useId();
  return (
    <section
      className={[styles.part, sunken && surfaceStyles.sunken, pictureLast && styles.pictureLast]
        .filter(Boolean)
        .join(" ")}
      aria-labelledby={heading}
    >
      <div className={`${surfaceStyles.large} ${surfaceStyles.clip}`}>
        <Scene name={scene} alt="" isFirst={isFirst} />
      </div>
      <Stack gap={3} align="start">
        <h2 id={heading}>{title}</h2>
        {children}
      </Stack>
    </section>
  );
}

interface CardGridProps {
  cards: (TextCardProps & { key: string })[];
  /** The cards are steps: they are counted. */
  ordered?: boolean;
}

/** Short texts under third headings, in as many columns as there is room for. */
export function CardGrid({ cards, ordered = false }: CardGridProps) {
  const List = ordered ? "ol" : "ul";
  return (
    <Grid as={List} role="list" gap={4} columns="wide">
      {cards.map(({ key, ...card }, position) => (
        <li key={key}>
          <TextCard {...card} {...(ordered && { mark: position + 1 })} />
        </li>
      ))}
    </Grid>
  );
}

export interface TextCardProps {
  title: string;
  text: string;
  /** A drawing, or the place of a step among the others. */
  mark?: ReactNode;
}

export function TextCard({ title, text, mark }: TextCardProps) {
  return (
    <Stack
      gap={2}
      pad={5}
      align="start"
      className={`${surfaceStyles.card} ${layoutStyles.fullHeight} ${layoutStyles.avoidBreak}`}
    >
      {mark && (
        <span
          className={`${surfaceStyles.disc} ${textStyles.num} ${textStyles.lg} ${textStyles.strong}`}
          aria-hidden="true"
        >
          {mark}
        </span>
      )}
      <h3>{title}</h3>
      <p className={textStyles.muted}>{text}</p>
    </Stack>
  );
}

/** The picture that a page begins with, as wide as the page. */
export function PageBanner({ name, alt }: Pick<SceneProps, "name" | "alt">) {
  return (
    <div className={styles.banner}>
      <Scene name={name} alt={alt} isFirst />
    </div>
  );
}

interface SceneProps {
  /** The drawing of this name, or a picture of the content. */
  name: string | ContentPicture;
  /** What it shows; empty where the words beside it say the same. */
  alt: string;
  /** For the first picture of a page: there at once and before others. Every other one waits until it is near. */
  isFirst?: boolean;
}

/** A scene in its fixed aspect, so that nothing moves when it arrives. */
export function Scene({ name, alt, isFirst = false }: SceneProps) {
  return (
    <img
      className={styles.scene}
      {...sourceOf(typeof name === "string" ? { drawing: name } : name, "scenes", "100vw")}
      alt={alt}
      width={1200}
      height={800}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      // The first one is part of the first paint.
      decoding={isFirst ? "sync" : "async"}
      draggable={false}
    />
  );
}
