import { session } from "@loyalty/api-client/session";
import type { Member } from "@loyalty/api-client/wire";

import { firstName } from "../card/first-name.ts";
import { miniArrival } from "./start-session.ts";

let arrived: Member | null = null;

/** The record that came with the handoff to this page, or null: it is as new as the page. */
export const arrivedMember = () => arrived;

/**
 * Writes the member on the card that the document holds (index.html), while the app is still loading: whose card it is, and
 * of a member who was handed over also the points. Those of an earlier visit may have changed since.
 */
export function fillStartingCard(): void {
  const fill = () => {
    const now = session.getSnapshot();
    if (now.status !== "signed-in") return;
    const arrival = miniArrival().getSnapshot();
    if (arrival.status === "accepted" && arrival.notYouUntil === null) arrived ??= now.user;
    const card = document.querySelector<HTMLElement>(".starting-card");
    const [name, points] = card?.children ?? [];
    if (!card || !name || !points) return;
    card.dataset.tier = String(Math.min(Math.max(now.user.membershipLevel, 0), 3));
    name.textContent = firstName(now.user.name);
    points.textContent = arrived?.memberPointAmount.toLocaleString("en") ?? "";
  };
  session.subscribe(fill);
  miniArrival().subscribe(fill);
}
