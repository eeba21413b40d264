import { session } from "@loyalty/api-client/session";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { open, setUpDialogs } from "./testing.tsx";

const app = setUpDialogs();
const button = () => screen.getByRole("button", { name: "Use a passkey" });

/** The browser's own dialog, played: what it gives, or how it ends. */
function aBrowserWith(get: () => Promise<unknown>) {
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(class {}, { parseRequestOptionsFromJSON: (options: object) => options }),
  );
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { credentials: { get } }));
}
const aPasskey = (id: string) => async () => ({ toJSON: () => ({ id }) });

afterEach(() => vi.unstubAllGlobals());

test("a browser without passkeys is offered none", async () => {
  await open(app, "sign-in");
  expect(screen.queryByRole("button", { name: "Use a passkey" })).toBeNull();
});

test("a passkey signs in without a code, and the number is remembered", async () => {
  const [aisyah] = app.api.world.members;
  app.api.world.passkeys[aisyah!.id] = [
    {
      id: 1,
      browser: null,
      system: null,
      createdAt: "2026-03-01T04:00:00Z",
      lastUsedAt: null,
      credentialId: "own-passkey",
    },
  ];
  aBrowserWith(aPasskey("own-passkey"));
  await open(app, "sign-in");
  await app.user.click(button());

  await waitFor(() => expect(session.getSnapshot().status).toBe("signed-in"));
  expect(session.getSnapshot()).toMatchObject({ status: "signed-in", user: { id: aisyah!.id } });
  expect(localStorage.getItem("lastPhoneNumber")).toBe("123456789");
  expect(app.api.sent).toEqual([]);
});

test("closing the browser's dialog shows no error, and signing in goes on with a code", async () => {
  aBrowserWith(() => Promise.reject(new DOMException("closed", "NotAllowedError")));
  await open(app, "sign-in");
  await app.user.click(button());

  await waitFor(() => expect(button()).toBeEnabled());
  expect(screen.queryByRole("alert")).toBeNull();
  expect(session.getSnapshot().status).toBe("signed-out");
});

test("a passkey that the server does not know shows the server's message", async () => {
  aBrowserWith(aPasskey("somebody's"));
  await open(app, "sign-in");
  await app.user.click(button());

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "We do not recognise this passkey. Please sign in with a code.",
  );
});

test("a browser that refuses our host is no dead end", async () => {
  aBrowserWith(() => Promise.reject(new DOMException("not this host", "SecurityError")));
  await open(app, "sign-in");
  await app.user.click(button());

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "That did not work with the passkey. Please use a code.",
  );
});
