import type { Found } from "./queries.ts";
import type { Shown } from "./result.tsx";
import { type BillDraft, draftOf, type Offer, offerOf } from "./sale.ts";

/** A code that is looked up, and its number: each scan is looked up again. */
export interface ScannedCode {
  scanned: string;
  number?: number;
}

/** What a cashier is at: a bill, a voucher, their answer, or the search for one of them. */
export interface CounterState {
  draft: BillDraft | null;
  offer: Offer | null;
  shown: Shown | null;
  /** A second code is looked for: the voucher of a bill, or the card for a voucher. */
  isAdding: boolean;
  /** The guest has nothing to scan and gets a receipt claim. */
  isClaiming: boolean;
  scan: ScannedCode | null;
}

export type CounterEvent =
  | { type: "nextGuest" }
  /** `before`: the bill that was being typed when the code was scanned. */
  | { type: "scanned"; scanned: string; before: BillDraft | null }
  | { type: "found"; found: Found }
  | { type: "drafted"; draft: BillDraft }
  | { type: "usedWithBill" }
  | { type: "shown"; shown: Shown }
  | { type: "answerLeft" | "offerLeft" | "addingLeft" | "adding" | "claiming" };

export const atScan = (scan: ScannedCode | null): CounterState => ({
  draft: null,
  offer: null,
  shown: null,
  isAdding: false,
  isClaiming: false,
  scan,
});

export function nextCounter(state: CounterState, event: CounterEvent): CounterState {
  const { draft, offer, shown, scan } = state;
  switch (event.type) {
    case "nextGuest":
      return atScan(null);
    case "scanned": {
      // While a bill is typed it is its voucher or its member's card; behind an answer it is the next guest.
      const typed = shown ? null : event.before;
      const good = shown || typed || offer?.whyNot ? null : offer;
      return {
        draft: typed,
        offer: good,
        shown: null,
        isAdding: typed !== null || good !== null,
        isClaiming: false,
        scan: { scanned: event.scanned, number: (scan?.number ?? 0) + 1 },
      };
    }
    case "found":
      return { ...state, ...foundWith(state, event.found), isAdding: false, scan: null };
    case "drafted":
      return { ...state, draft: event.draft };
    case "usedWithBill":
      if (draft) return { ...state, draft: { ...draft, voucher: offer }, offer: null };
      return offer && offer.memberId !== null
        ? { ...state, draft: draftOf(offer, offer), offer: null }
        : { ...state, isAdding: true };
    case "shown":
      return { ...state, shown: event.shown };
    case "answerLeft":
      return { ...state, shown: null };
    case "offerLeft":
      return { ...state, offer: null };
    case "adding":
      return { ...state, isAdding: true };
    case "addingLeft":
      return { ...state, isAdding: false, scan: null };
    case "claiming":
      return { ...state, isClaiming: true };
  }
}

/** A voucher that was scanned first goes with the bill of the member who is scanned now; what was typed stays. */
function foundWith({ draft, offer }: CounterState, found: Found) {
  if (found.kind === "voucher" || found.kind === "signed") return { offer: offerOf(found) };
  const typed = draft && { receipt: draft.receipt, amount: draft.amount };
  const voucher = offer ?? draft?.voucher ?? null;
  return { draft: { ...draftOf(found), ...typed, voucher }, offer: null };
}
