import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import styles from "./room.module.css";

interface RoomProps {
  /** The page's one first heading, and its title in the tab. */
  title: string;
  /** Where the way back leads, and what it is called. */
  back?: { to: string; label: string };
  children: ReactNode;
}

/** The frame of every member's page: its title, the way back, and one column of cards. */
export function Room({ title, back, children }: RoomProps) {
  return (
    <div className={styles.room}>
      <title>{title}</title>
      {back && (
        <Link to={back.to} className={styles.back}>
          <ChevronLeft aria-hidden="true" size={18} />
          {back.label}
        </Link>
      )}
      <h1>{title}</h1>
      {children}
    </div>
  );
}
