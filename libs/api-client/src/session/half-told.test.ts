import { expect, test } from "vitest";

import { aMember } from "../testing/world.ts";
import { createSession } from "./session.ts";
import { tokenStore } from "./token-store.ts";
import { createTombstones } from "./tombstones.ts";

test("a page that is finding out who is here hears half of another tab's sign-in and stays", () => {
  const tombstones = createTombstones({ store: tokenStore, signOut: async () => {} });
  const checkSession = () => Promise.reject(new Error("nobody asks"));
  const session = createSession({ store: tokenStore, tombstones, checkSession });
  const unwatch = session.watch(window);

  // The keys of a sign-in arrive one by one: here the user is known and the token is not yet.
  localStorage.setItem("userData", JSON.stringify(aMember()));
  window.dispatchEvent(new StorageEvent("storage", { key: "userData" }));

  expect(session.getSnapshot()).toEqual({ status: "restoring" });
  unwatch();
});
