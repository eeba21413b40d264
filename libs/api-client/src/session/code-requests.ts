import { storedJson, storedText, tabStore } from "../store.ts";

/**
 * The server gives a request for a code an id; the next code and the entry of the code send it back. So requests of
 * other browsers for the same number do not use up its tries.
 */
const ID_HEADER = "x-otp-request";

export type CodePurpose = "sign-in" | "registration" | "erasure";

interface Number {
  callingCodeId: number;
  mobileNumber: string;
}

/** A request for a code as this tab keeps it; the code itself is never kept. Times are ms since 1970 by this device. */
export interface CodeRequest extends Number {
  /** Numeric, without `+`: `60`. */
  callingCode: string;
  /** When the code ends; 0 when none was sent, because the server sent a wait instead. */
  expiresAt: number;
  resendAt: number;
}

interface KeptRequest extends CodeRequest {
  purpose: CodePurpose;
  requestId?: string;
}

const stored = storedJson<KeptRequest[]>(tabStore, "codeRequests");
const waitingDialog = storedText(tabStore, "codeDialog");

const ids = new Map<string, string>();
const idKey = (purpose: CodePurpose, { callingCodeId, mobileNumber }: Number) =>
  [purpose, callingCodeId, mobileNumber].join(" ");

export function setRequestId(purpose: CodePurpose, number: Number, requestId?: string) {
  if (requestId !== undefined) ids.set(idKey(purpose, number), requestId);
}

/** The headers of a call that belongs to a request; none before the first code. */
export function requestIdHeaders(purpose: CodePurpose, number: Number): Record<string, string> {
  const id = ids.get(idKey(purpose, number)) ?? find(purpose, number)?.requestId;
  return id === undefined ? {} : { [ID_HEADER]: id };
}

/**
 * The requests for codes of this tab, over a closed dialog and a reloaded page: a code that has arrived can be typed in
 * until it has expired or been used.
 */
export const codeRequests = {
  /** What is kept for a number: a code that still counts, or a wait that is not over. */
  find: (purpose: CodePurpose, number: Number): CodeRequest | null => find(purpose, number) ?? null,

  newest: (purpose: CodePurpose): CodeRequest | null =>
    kept().findLast((one) => one.purpose === purpose && one.expiresAt > Date.now()) ?? null,

  keep(purpose: CodePurpose, request: CodeRequest): void {
    const requestId = ids.get(idKey(purpose, request));
    const { callingCodeId, callingCode, mobileNumber, expiresAt, resendAt } = request;
    write([
      ...kept().filter((one) => !isFor(one, purpose, request)),
      { purpose, callingCodeId, callingCode, mobileNumber, expiresAt, resendAt, requestId },
    ]);
  },

  drop: (purpose: CodePurpose, number: Number): void =>
    write(kept().filter((one) => !isFor(one, purpose, number))),

  clear(): void {
    stored.clear();
    waitingDialog.clear();
  },

  /** Stores which dialog waits for a code, so that a reloaded page opens it again; null for none. */
  setDialog(purpose: CodePurpose | null): void {
    if (purpose === null) waitingDialog.clear();
    else waitingDialog.write(purpose);
  },

  /** The dialog that was open when the page was left, while its code still counts. */
  dialog(): CodePurpose | null {
    const purpose = waitingDialog.read() as CodePurpose | null;
    return purpose !== null && codeRequests.newest(purpose) !== null ? purpose : null;
  },
};

const isFor = (one: KeptRequest, purpose: CodePurpose, number: Number) =>
  idKey(one.purpose, one) === idKey(purpose, number);

const find = (purpose: CodePurpose, number: Number) =>
  kept().find((one) => isFor(one, purpose, number));

function kept(): KeptRequest[] {
  const all = stored.read();
  const now = Date.now();
  // Others can write to storage too.
  if (!Array.isArray(all)) return [];
  return all.filter(({ expiresAt, resendAt }) => expiresAt > now || resendAt > now);
}

function write(requests: KeptRequest[]) {
  if (requests.length === 0) stored.clear();
  else stored.write(requests);
}
