import { pictureAddress } from "@loyalty/api-client";
import { formatMoney, lifeless, Picture, rewardDrawing, useProgrammeWords } from "@loyalty/ui";
import { Gift, Ticket } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./reward-content.module.css";

interface RewardPictureProps {
  title: string;
  imageName: string | null;
  transactionSourceId?: number;
  /** An amount off the bill, as money: drawn on the ticket. */
  amount?: string | null;
  ratio: string;
  eager?: boolean;
}

/** What a reward looks like: its picture, else our drawing of the dish, else a ticket. It decorates its title. */
export function RewardPicture(props: RewardPictureProps) {
  const { title, imageName, transactionSourceId, amount, ratio, eager } = props;
  const src = imageName ? pictureAddress(imageName, transactionSourceId) : rewardDrawing(title);
  if (src) {
    return (
      <Picture src={src} alt="" ratio={ratio} width={600} height={600} eager={eager ?? false} />
    );
  }
  const Icon = amount === null ? Gift : Ticket;
  return (
    <span className={styles.ticket} style={{ aspectRatio: ratio }} aria-hidden="true">
      {amount ? <span className={styles.amount}>{amount}</span> : <Icon size={36} />}
    </span>
  );
}

/** What a reward says of itself, in the member's language where it is known, and in English where she wants both. */
export function ProgrammeProse({ html }: { html: string }) {
  const { words, lang, original } = useProgrammeWords()(html);
  return (
    <>
      <div lang={lang}>
        <Prose html={words} />
      </div>
      {original !== null && (
        <div className={styles.original} lang="en">
          <Prose html={original} />
        </div>
      )}
    </>
  );
}

/** The marks a text of the programme may carry; everything else keeps its words and loses its mark. */
const ALLOWED = new Set(["p", "ul", "ol", "li", "strong", "em", "b", "i", "br", "h3", "h4"]);
const WITHOUT_WORDS = new Set(["script", "style", "template", "iframe", "object"]);

function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (WITHOUT_WORDS.has(name)) return null;
  if (name === "br") return <br key={key} />;
  const inside = [...node.childNodes].map(drawn);
  if (!ALLOWED.has(name)) return inside;
  const Mark = name as "p";
  return <Mark key={key}>{inside}</Mark>;
}

/**
 * A text with marks, as the API sends it. The server sanitises it; here it is drawn mark by mark without a single
 * attribute, so that nothing in it can run, load or lead anywhere.
 */
export function Prose({ html }: { html: string }) {
  return [...lifeless(html).childNodes].map(drawn);
}

/** The English words below the translated ones, for members who want both. */
export function Original({ words }: { words: string | null }) {
  if (words === null) return null;
  return (
    <p className={styles.original} lang="en">
      {words}
    </p>
  );
}

/** An amount off the bill as a ticket says it: "5.00" is `RM 5`; null when it is nothing. */
export function amountOff(ringgit: string): string | null {
  const value = Number(ringgit);
  return value > 0 ? formatMoney(Math.round(value * 100), { whole: true }) : null;
}
