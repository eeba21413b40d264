import { expect, test } from "vitest";

import { aMember } from "../testing/world.ts";
import { safeStorage } from "./safe-storage.ts";
import { createSession } from "./session.ts";
import { createTokenStore } from "./token-store.ts";
import { createTombstones } from "./tombstones.ts";

/** A page of this tab as it is loaded: what was there before is in the storages alone. */
function aPage() {
  const store = createTokenStore(
    safeStorage(() => localStorage, "local"),
    safeStorage(() => sessionStorage, "tab"),
  );
  const tombstones = createTombstones({ store, signOut: async () => {} });
  const checkSession = () => Promise.reject(new Error("nobody is asked here"));
  const session = createSession({ store, tombstones, checkSession });
  session.restore();
  return session;
}
const first = { user: aMember(), loginToken: "S1", isFirstLogin: true };

test("a new member's first time outlives a reload until the dialog, and a sign-out ends it", async () => {
  aPage().begin(first);

  const reloaded = aPage();
  expect(reloaded.getSnapshot()).toMatchObject({ isFirstLogin: true });

  reloaded.acknowledgeFirstLogin();
  const again = aPage();
  expect(again.getSnapshot()).toMatchObject({ isFirstLogin: false });

  await again.end();
  again.begin(first);
  expect(again.getSnapshot()).toMatchObject({ isFirstLogin: true });
});
