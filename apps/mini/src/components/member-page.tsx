import { useHeaderTitlePlace } from "@loyalty/shell/header-title";
import { useIsDesktop } from "@loyalty/ui/media-queries";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { arrivalTexts } from "../texts.ts";
import styles from "./member-page.module.css";

interface PageProps {
  /** The only `h1` of the page, and the title of its tab. */
  title: string;
  back?: { to: string; label: string };
  /** On a desktop the first child is beside the others, the narrower or the wider of the two columns. */
  columns?: "narrow-first" | "wide-first";
  /** A link or a field beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The layout of a member's page: title, link back, and one column of cards, on a desktop two. */
export function Page({ title, back, columns, aside, children }: PageProps) {
  const inHeader = useHeaderTitlePlace();
  const isDesktop = useIsDesktop();
  const heading = <h1>{title}</h1>;
  // One of the navigation's pages has its title beside the logo, where there is no column of its own for it.
  const isInHeader = inHeader !== null && !back && !isDesktop;
  return (
    <div className={styles.page} data-columns={columns}>
      <title>{title}</title>
      {isInHeader && createPortal(heading, inHeader)}
      <div className={styles.top} hidden={isInHeader && !aside}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <ChevronLeft aria-hidden="true" size={18} />
            {back.label}
          </Link>
        )}
        <div>
          {!isInHeader && heading}
          {aside}
        </div>
      </div>
      {children}
    </div>
  );
}

interface SectionHeadProps {
  id: string;
  title: string;
  /** A link or a button beside the title. */
  children: ReactNode;
}

/** The heading of a section; the section is labelled by `id`. */
export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}

interface CardProps {
  title: string;
  /** What an address can name it by. */
  id?: string;
  /** A link or a button beside the title. */
  aside?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}

/** One section of a member's page, under its own heading. */
export function Card({ title, id, aside, busy, children }: CardProps) {
  const head = useId();
  return (
    <Stack
      as="section"
      id={id}
      gap={3}
      pad={4}
      className={surfaceStyles.card}
      aria-labelledby={head}
      aria-busy={busy || undefined}
    >
      <SectionHead id={head} title={title}>
        {aside}
      </SectionHead>
      {children}
    </Stack>
  );
}

/** A longer value, such as an address, has a row of its own. */
const LONG_VALUE = 16;

interface DescriptionListProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values, as a description list. */
export function DescriptionList({ facts }: DescriptionListProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div
          key={name}
          data-long={(typeof value === "string" && value.length > LONG_VALUE) || undefined}
        >
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FaqItemProps {
  question: string;
  open?: boolean;
  children: ReactNode;
}

export function FaqItem({ question, open, children }: FaqItemProps) {
  return (
    <details className={styles.faqItem} open={open}>
      <summary>{question}</summary>
      {children}
    </details>
  );
}

/** Buttons and links to other pages, in a row that wraps. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

export function Notice({ children }: { children: ReactNode }) {
  const { t } = useTranslation(arrivalTexts);
  return (
    <section className={styles.notice} aria-label={t("region")}>
      {children}
    </section>
  );
}

/** Shown while a page loads. It keeps the page's height, so that nothing below jumps. */
export function Waiting() {
  const { t } = useTranslation(arrivalTexts);
  return (
    <div className={styles.waiting} aria-busy="true">
      <p role="status">{t("waiting")}</p>
    </div>
  );
}
