import { Cluster } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import styles from "./save-bar.module.css";

interface SaveBarProps {
  /** The list that this is of. */
  back: { to: string; label: string };
  /** The only `h1` of the page, and the title of its tab. */
  title: string;
  /** How it stands: a chip. */
  state?: ReactNode;
  /** What can be done, the next step last. */
  children?: ReactNode;
}

/** The head of a page that is a form: what is edited and the buttons stay in view. */
export function SaveBar({ back, title, state, children }: SaveBarProps) {
  return (
    <Cluster gap={2} className={styles.bar}>
      <title>{title}</title>
      <Link to={back.to} className={`${textStyles.muted} ${styles.crumb}`}>
        {back.label}
        <ChevronRight aria-hidden="true" size={16} />
      </Link>
      <h1 className={`${textStyles.lg} ${textStyles.wrap}`}>{title}</h1>
      {state}
      {children && (
        <Cluster align="stretch" gap={2} className={layoutStyles.toEnd}>
          {children}
        </Cluster>
      )}
    </Cluster>
  );
}
