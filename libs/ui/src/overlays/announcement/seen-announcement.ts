const KEY = "seen announcement";

/** Whether the announcement was seen in this browser session (spec 000 §2). */
export const seenAnnouncement = {
  read(): boolean {
    try {
      return sessionStorage.getItem(KEY) !== null;
    } catch {
      // Rather never than at every visit.
      return true;
    }
  },

  write(): void {
    try {
      sessionStorage.setItem(KEY, "true");
    } catch {
      // It will not be shown again, for it cannot be read either.
    }
  },
};
