import { ApiError, isRetryable } from "@loyalty/api-client/errors.ts";
import { newIdempotencyKey } from "@loyalty/api-client/http.ts";
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { useChange, usePages } from "../queries/queries.ts";
import { getMe, type Me, signOut } from "../queries/session-calls.ts";
import { staffKeys } from "../queries/session.tsx";
import {
  type CounterGuest,
  type CounterVoucher,
  getBillsOfToday,
  getCounterVoucher,
  getGuest,
  makeClaim,
  type ReceiptClaim,
  releaseVoucher,
  takeBack,
  voidClaim,
} from "./counter-calls.ts";
import type { Cashier } from "./till-calls.ts";
import {
  keepFact,
  type KeptTill,
  openTillDatabase,
  type Queued,
  readTill,
  type Sale,
  type TillDatabase,
} from "./till-database.ts";
import { type Outcome, type SaleNote, TillQueue } from "./till-queue.ts";
import {
  cashiersOf,
  enrolThisTablet,
  lastSession,
  readSigned,
  renewFacts,
  report,
  sendSale,
  type SignedOffer,
  signInByPin,
  takeSigned,
} from "./till.ts";

export const tillKeys = {
  own: ["till"],
  cashiers: ["till", "cashiers"],
  session: ["till", "session"],
  queue: ["till", "queue"],
  bills: ["till", "bills"],
} as const;

interface OpenTill {
  db: TillDatabase;
  queue: TillQueue;
}

let opened: Promise<OpenTill> | null = null;

/** The tablet's storage and its queue, opened once a page. */
function openTill(): Promise<OpenTill> {
  opened ??= openTillDatabase().then((db) => ({ db, queue: new TillQueue(db, sendSale) }));
  return opened;
}

/** The till that this tablet is; null where it is none. */
export const useTill = (): UseQueryResult<KeptTill | null> =>
  useQuery({
    queryKey: tillKeys.own,
    queryFn: async () => (await readTill((await openTill()).db)) ?? null,
    networkMode: "always",
    staleTime: Infinity,
  });

/** Makes this tablet a till by the code of a manager's QR. */
export function useEnrol(): UseMutationResult<KeptTill, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code) => enrolThisTablet((await openTill()).db, code),
    onSuccess: (till) => {
      client.setQueryData(tillKeys.own, till);
      client.setQueryData(tillKeys.session, null);
    },
  });
}

/** Who may sign in at this till. */
export const useCashiers = (till: KeptTill): UseQueryResult<Cashier[]> =>
  useQuery({
    queryKey: tillKeys.cashiers,
    queryFn: () => cashiersOf(till),
    refetchOnMount: "always",
    // Two calls and a signature: what fails is shown at once, with a button to try again.
    retry: false,
  });

/** The cashier who is signed in at this till; without the network the last one, until their session ends. */
export const useCounterSession = (): UseQueryResult<Me | null> =>
  useQuery({
    queryKey: tillKeys.session,
    queryFn: async ({ signal }) => {
      const { db } = await openTill();
      try {
        const me = await getMe(signal);
        const atTill = me?.till ? me : null;
        await keepFact(db, "session", atTill ?? undefined);
        return atTill;
      } catch (error) {
        if (!isRetryable(error)) throw error;
        return lastSession(db);
      }
    },
    networkMode: "always",
    retry: false,
  });

/** Signs a cashier in by PIN; what waits in the queue is sent. */
export function useSignInByPin(
  till: KeptTill,
): UseMutationResult<Me, Error, { staffId: number; pin: string }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (who) => signInByPin((await openTill()).db, till, who),
    onSuccess: async (me) => {
      client.setQueryData(tillKeys.session, me);
      client.setQueryData(staffKeys.me, me);
      await (await openTill()).queue.drain();
    },
  });
}

/** Signs the cashier out; the queue stays. Without the network the server ends their session by itself. */
export function useLeaveCounter(): UseMutationResult<void, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { db } = await openTill();
      await keepFact(db, "session", undefined);
      await signOut().catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
      });
    },
    onSuccess: () => {
      client.setQueryData(tillKeys.session, null);
      client.setQueryData(staffKeys.me, null);
      client.removeQueries({ queryKey: tillKeys.bills });
    },
  });
}

/** What waits to be sent, the oldest first, and what was refused. */
export function useTillQueue(): readonly Queued[] {
  const [entries, setEntries] = useState<readonly Queued[]>([]);
  useEffect(() => {
    let isMounted = true;
    let stop = () => {};
    void openTill().then(({ queue }) => {
      const read = () => void queue.entries().then((all) => isMounted && setEntries(all));
      if (!isMounted) return;
      stop = queue.subscribe(read);
      read();
    });
    return () => {
      isMounted = false;
      stop();
    };
  }, []);
  return entries;
}

const SEND_EVERY_MS = 15_000;
const REPORT_EVERY_MS = 3 * 60_000;
const FACTS_EVERY_MS = 12 * 60 * 60_000;

/**
 * Keeps a till going while its page is open: sends what waits when there is a network, reports the queue, and fetches
 * what it needs without one. What fails is tried again by itself.
 *
 * @param onRevoked the server does not know the till any more
 */
export function useTillWork(till: KeptTill, isSignedIn: boolean, onRevoked: () => void): void {
  useEffect(() => {
    const failed = (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) onRevoked();
    };
    const send = async () => {
      const { db, queue } = await openTill();
      const before = (await queue.entries()).length;
      if (before === 0) return;
      if (isSignedIn) await queue.drain();
      if ((await queue.entries()).length < before) await report(db, till).catch(failed);
    };
    const tell = async () => report((await openTill()).db, till).catch(failed);
    const renew = async () => renewFacts((await openTill()).db, till).catch(failed);
    const back = () => {
      void send();
      void tell();
      void renew();
    };
    back();
    addEventListener("online", back);
    const timers = [
      setInterval(() => void send(), SEND_EVERY_MS),
      setInterval(() => void tell(), REPORT_EVERY_MS),
      setInterval(() => void renew(), FACTS_EVERY_MS),
    ];
    return () => {
      removeEventListener("online", back);
      for (const timer of timers) clearInterval(timer);
    };
  }, [till, isSignedIn, onRevoked]);
}

/** Records a bill or uses a voucher: stored first, then sent. */
export const useSell = () =>
  useChange(
    async ({ sale, note }: { sale: Sale; note: SaleNote }) =>
      (await openTill()).queue.submit(sale, note),
    tillKeys.bills,
  );

interface SignedUse {
  text: string;
  bill: { receiptNumber?: string; netAmount?: string };
  note: SaleNote;
}

/** Uses a voucher by its signed code; null when it was used here before, or has ended. */
export const useTakeSigned = (): UseMutationResult<Outcome | null, Error, SignedUse> =>
  useMutation({
    mutationFn: async ({ text, bill, note }) =>
      takeSigned((await openTill()).queue, text, bill, note),
  });

/** Tries a refused sale again, or takes it out because it was settled otherwise. */
export const useSettle = (): UseMutationResult<void, Error, { id: number; again: boolean }> =>
  useMutation({
    mutationFn: async ({ id, again }) => {
      const { queue } = await openTill();
      await (again ? queue.retry(id) : queue.settle(id));
    },
  });

/** What a scanned or typed text turned out to be. */
export type Found =
  | { kind: "guest"; guest: CounterGuest; code: string | null }
  | { kind: "voucher"; voucher: CounterVoucher; signedCode: string | null }
  /** Without the network: a card that nobody could look up. */
  | { kind: "card"; code: string }
  /** Without the network: a signed code that this till has verified, or refuses. */
  | { kind: "signed"; offer: SignedOffer; text: string };

/** What was scanned: a signed voucher code, a code of twelve signs, or a telephone number. */
export type Scanned =
  | { kind: "signed"; text: string }
  | { kind: "code"; code: string }
  | { kind: "number"; callingCode: string; mobileNumber: string };

/**
 * Finds what was scanned. A code may be a voucher's or a card's: the voucher is asked for first (docs/till.md). Without
 * the network a code counts as a card's, for no voucher can be taken by it; a signed one is verified here.
 */
export const useFind = (till: KeptTill): UseMutationResult<Found, Error, Scanned> =>
  useMutation({
    mutationFn: async (scanned) => {
      const { db } = await openTill();
      if (scanned.kind === "number") {
        const { callingCode, mobileNumber } = scanned;
        const guest = await getGuest({ callingCode, mobileNumber });
        return { kind: "guest", guest, code: null };
      }
      const offer = scanned.kind === "signed" ? await readSigned(db, till, scanned.text) : null;
      const code = offer?.code ?? (scanned.kind === "code" ? scanned.code : "");
      try {
        const voucher = await getCounterVoucher(code);
        return {
          kind: "voucher",
          voucher,
          signedCode: offer && scanned.kind === "signed" ? scanned.text : null,
        };
      } catch (error) {
        if (isRetryable(error)) {
          if (offer && scanned.kind === "signed") {
            return { kind: "signed", offer, text: scanned.text };
          }
          return { kind: "card", code };
        }
        if (scanned.kind === "signed" || !(error instanceof ApiError) || error.status !== 404) {
          throw error;
        }
        return { kind: "guest", guest: await getGuest({ code }), code };
      }
    },
  });

/** Gives a presented voucher back to its member. */
export const useRelease = (): UseMutationResult<CounterVoucher, Error, string> =>
  useMutation({ mutationFn: (code) => releaseVoucher(code, newIdempotencyKey()) });

/** The outlet's bills of today, a page of 100 after the other. */
export const useBillsOfToday = () =>
  usePages(tillKeys.bills, getBillsOfToday, { size: 100, idOf: ({ memberEarn }) => memberEarn.id });

/** Takes back a bill that one recorded today; the list follows. */
export const useTakeBack = () =>
  useChange(
    ({ billId, reason }: { billId: number; reason: string }) =>
      takeBack(billId, reason, newIdempotencyKey()),
    tillKeys.bills,
  );

/** Makes the claim of a receipt that is nobody's bill. Only the network makes it: it is not stored and sent later. */
export const useMakeClaim = (): UseMutationResult<
  ReceiptClaim,
  Error,
  { receiptNumber: string; amount: string }
> => useMutation({ mutationFn: (bill) => makeClaim(bill, newIdempotencyKey()) });

/** Voids a claim that one made today and nobody has used. */
export const useVoidClaim = (): UseMutationResult<
  ReceiptClaim,
  Error,
  { claimId: number; reason: string }
> => useMutation({ mutationFn: ({ claimId, reason }) => voidClaim(claimId, reason) });
