import { ApiError, isRetryable } from "@loyalty/api-client/errors.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { useChange } from "../queries/queries.ts";
import { getMe, signOut, staffKeys } from "../queries/session.tsx";
import {
  keepFact,
  type KeptTill,
  openTillDatabase,
  type Queued,
  readTill,
  type Sale,
} from "./till-database.ts";
import { type SaleNote, TillQueue } from "./till-queue.ts";
import {
  cashiersOf,
  enrolThisTablet,
  lastSession,
  type PinTyped,
  renewFacts,
  report,
  sendSale,
  signInByPin,
  takeSigned,
} from "./till.ts";

/** The names of what a till caches. */
export const tillKeys = {
  own: ["till"],
  cashiers: ["till", "cashiers"],
  session: ["till", "session"],
  bills: ["till", "bills"],
} as const;

async function makeOpen() {
  const db = await openTillDatabase();
  return { db, queue: new TillQueue(db, sendSale) };
}

let opened: ReturnType<typeof makeOpen> | null = null;

/** The tablet's storage and its queue, opened once a page. */
export const openTill = () => (opened ??= makeOpen());

/** The till that this tablet is; null where it is none. */
export const useTill = () =>
  useQuery({
    queryKey: tillKeys.own,
    queryFn: async () => (await readTill((await openTill()).db)) ?? null,
    networkMode: "always",
    staleTime: Infinity,
  });

/** Makes this tablet a till by the code of a manager's QR. */
export function useEnrol() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => enrolThisTablet((await openTill()).db, code),
    onSuccess: (till) => {
      client.setQueryData(tillKeys.own, till);
      client.setQueryData(tillKeys.session, null);
    },
  });
}

/** Who may sign in at this till. */
export const useCashiers = (till: KeptTill) =>
  useQuery({
    queryKey: tillKeys.cashiers,
    queryFn: () => cashiersOf(till),
    refetchOnMount: "always",
    // Two calls and a signature: what fails is shown at once, with a button to try again.
    retry: false,
  });

/** The cashier who is signed in at this till; without the network the last one, until their session ends. */
export const useCounterSession = () =>
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
export function useSignInByPin(till: KeptTill) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (who: PinTyped) => signInByPin((await openTill()).db, till, who),
    onSuccess: async (me) => {
      client.setQueryData(tillKeys.session, me);
      client.setQueryData(staffKeys.me, me);
      await (await openTill()).queue.drain();
    },
  });
}

/** Signs the cashier out; the queue stays. Without the network the server ends their session by itself. */
export function useLeaveCounter() {
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
export const useTakeSigned = () =>
  useMutation({
    mutationFn: async ({ text, bill, note }: SignedUse) =>
      takeSigned((await openTill()).queue, text, bill, note),
  });

/** Tries a refused sale again, or takes it out because it was settled otherwise. */
export const useSettle = () =>
  useMutation({
    mutationFn: async ({ id, again }: { id: number; again: boolean }) => {
      const { queue } = await openTill();
      await (again ? queue.retry(id) : queue.settle(id));
    },
  });
