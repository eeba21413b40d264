import { useId, type ReactNode } from "react";

import { VisuallyHidden } from "../primitives/visually-hidden.tsx";
import styles from "./section.module.css";

interface SectionProps {
  title: string;
  /** The title is for screen readers only, where what follows explains itself. */
  titleHidden?: boolean;
  /** Stands on a deeper ground, from edge to edge. */
  sunken?: boolean;
  /** On a wide screen its form stands beside its words. */
  formBeside?: boolean;
  /** For links to it. */
  id?: string;
  children: ReactNode;
}

/** A part of a page under its own second heading. */
export function Section({ title, titleHidden, sunken, formBeside, id, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      className={sunken ? styles.sunken : styles.section}
      data-form-beside={formBeside || undefined}
      id={id}
      aria-labelledby={heading}
    >
      <h2 id={heading}>{titleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}</h2>
      {children}
    </section>
  );
}
