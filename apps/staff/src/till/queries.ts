import { ApiError, isRefusal, isRetryable } from "@loyalty/api-client/errors";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { useChange } from "../queries/queries.ts";
import { counterTimeout } from "../queries/requests.ts";
import { counterSessionKey, getMe, meOptions, signOut } from "../queries/session.tsx";
import {
  storeFact,
  type StoredTill,
  type Queued,
  readFact,
  readTill,
  type Sale,
  tillDatabase,
} from "./till-database.ts";
import { type Correction, type SaleNote, TillQueue } from "./till-queue.ts";
import {
  type Cashier,
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

/** The key of what is known of the bills of today. */
export const tillBillsKey = ["till", "bills"];

const queue = new TillQueue(tillDatabase, sendSale);

const tillOptions = queryOptions({
  queryKey: ["till"],
  queryFn: async () => (await readTill(await tillDatabase())) ?? null,
  networkMode: "always",
  staleTime: Infinity,
});

/** The till that this tablet is; null where it is none. */
export const useTill = () => useQuery(tillOptions);

/** Makes this tablet a till by the code of a manager's QR. */
export function useEnrol() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => enrolThisTablet(await tillDatabase(), code),
    onSuccess: (till) => {
      client.setQueryData(tillOptions.queryKey, till);
      client.setQueryData(counterSessionOptions.queryKey, null);
    },
  });
}

const cashiersOptions = (till: StoredTill) =>
  queryOptions({
    queryKey: ["till", "cashiers"],
    queryFn: async () => cashiersOf(await tillDatabase(), till),
    refetchOnMount: "always",
    networkMode: "always",
    // Two calls and a signature: what fails is shown at once, with a button to try again.
    retry: false,
  });

export const useCashiers = (till: StoredTill) => useQuery(cashiersOptions(till));

let signingOut: Promise<void> | null = null;

/** Sends the sign-out of a cashier who has left, where the server does not know it yet; throws without the network. */
const sendSignOut = () =>
  (signingOut ??= (async () => {
    const db = await tillDatabase();
    if (!(await readFact(db, "isLeaving"))) return;
    await signOut(counterTimeout()).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
    await storeFact(db, "isLeaving", undefined);
  })().finally(() => {
    signingOut = null;
  }));

const counterSessionOptions = queryOptions({
  queryKey: counterSessionKey,
  queryFn: async ({ signal }) => {
    const db = await tillDatabase();
    try {
      await sendSignOut();
      const me = await getMe(AbortSignal.any([signal, counterTimeout()]));
      const atTill = me?.till ? me : null;
      await storeFact(db, "session", atTill ?? undefined);
      return atTill;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return lastSession(db);
    }
  },
  networkMode: "always",
  retry: false,
  refetchInterval: ({ state: { data: me } }) =>
    me ? Math.max(new Date(me.sessionEndsAt).getTime() - Date.now(), MIN_REFETCH_MS) : false,
});

/** The cashier who is signed in at this till; without the network the last one, until their session ends. */
export const useCounterSession = () => useQuery(counterSessionOptions);

export function useSignInByPin(till: StoredTill) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (who: PinTyped) => {
      await sendSignOut();
      return signInByPin(await tillDatabase(), till, who);
    },
    onSuccess: (me, { pin, newPin = pin }) => {
      client.setQueryData<Cashier[]>(cashiersOptions(till).queryKey, (known) =>
        known?.map((each) =>
          each.staffId === me.id ? { ...each, pinLength: newPin.length } : each,
        ),
      );
      client.setQueryData(counterSessionOptions.queryKey, me);
      client.setQueryData(meOptions.queryKey, me);
    },
  });
}

/** Signs the cashier out; the queue stays. Without the network the server is asked later, before anything else. */
export function useLeaveCounter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const db = await tillDatabase();
      await client.cancelQueries({ queryKey: counterSessionOptions.queryKey });
      await storeFact(db, "isLeaving", true);
      await storeFact(db, "session", undefined);
      sendSignOut().catch(() => {});
    },
    onSuccess: () => {
      client.setQueryData(counterSessionOptions.queryKey, null);
      client.setQueryData(meOptions.queryKey, null);
      client.removeQueries({ queryKey: tillBillsKey });
    },
  });
}

/** What waits to be sent, the oldest first, and what was refused. */
export function useTillQueue(): readonly Queued[] {
  const [entries, setEntries] = useState<readonly Queued[]>([]);
  useEffect(() => {
    let isMounted = true;
    const read = () =>
      void queue.entries().then(
        (all) => isMounted && setEntries(all),
        () => {},
      );
    const stop = queue.subscribe(read);
    read();
    return () => {
      isMounted = false;
      stop();
    };
  }, []);
  return entries;
}

const MIN_REFETCH_MS = 1_000;
const SEND_EVERY_MS = 15_000;
const REPORT_EVERY_MS = 3 * 60_000;
const FACTS_EVERY_MS = 12 * 60 * 60_000;

/**
 * Keeps a till going while its page is open: sends what waits when there is a network, reports the queue, and fetches
 * what it needs without one. What fails is tried again by itself.
 *
 * @param onRevoked the server does not know the till any more
 */
export function useTillWork(till: StoredTill, isSignedIn: boolean, onRevoked: () => void): void {
  useEffect(() => {
    const failed = (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) onRevoked();
    };
    const send = async () => {
      await sendSignOut();
      const before = (await queue.entries()).length;
      if (before === 0) return;
      if (isSignedIn) await queue.drain();
      if ((await queue.entries()).length < before) await report(await tillDatabase(), till);
    };
    const tell = async () => report(await tillDatabase(), till);
    const renew = async () => renewFacts(await tillDatabase(), till);
    const start = (work: () => Promise<void>) => void work().catch(failed);
    const back = () => [send, tell, renew].forEach(start);
    back();
    addEventListener("online", back);
    const timers = [
      setInterval(start, SEND_EVERY_MS, send),
      setInterval(start, REPORT_EVERY_MS, tell),
      setInterval(start, FACTS_EVERY_MS, renew),
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
    async ({ sale, note }: { sale: Sale; note: SaleNote }) => queue.submit(sale, note),
    tillBillsKey,
  );

interface SignedUse {
  text: string;
  bill: { receiptNumber?: string; netAmount?: string };
  note: SaleNote;
}

/** Uses a voucher by its signed code; null when it was used here before, or has ended. */
export const useTakeSigned = () =>
  useMutation({
    mutationFn: async ({ text, bill, note }: SignedUse) => takeSigned(queue, text, bill, note),
  });

/** Tries a refused sale again, with what is corrected of it. */
export const useRetry = () =>
  useMutation({
    mutationFn: ({ id, ...correction }: { id: number } & Correction) => queue.retry(id, correction),
  });

/** Takes a refused sale out: it is not sent any more. */
export const useDismiss = () => useMutation({ mutationFn: (id: number) => queue.dismiss(id) });
