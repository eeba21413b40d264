/** The app's addresses. Those of the office's screens are in `office-screens.ts`. */
export const paths = {
  start: "/",
  signIn: "/sign-in",
  /** The secret is behind the `#`. */
  invitation: "/invitation",
  account: "/account",
  /** The code is behind the `#`. */
  enrol: "/enrol",
  counter: "/counter",
  counterBills: "/counter/bills",
  counterQueue: "/counter/queue",
} as const;

/** The sign-in page, which leads back to where a user came from; from the account, where one signs out, to the start. */
export const signInFrom = (from: string): string =>
  from === paths.start || from === paths.account
    ? paths.signIn
    : `${paths.signIn}?from=${encodeURIComponent(from)}`;

/** Where a sign-in leads: a page of this app, never another address. */
export function returnPath(search: URLSearchParams): string {
  const from = search.get("from") ?? "";
  return /^\/(?![/\\])/.test(from) ? from : paths.start;
}
