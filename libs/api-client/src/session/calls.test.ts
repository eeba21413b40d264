import { afterEach, beforeEach, expect, test } from "vitest";

import { configureApi } from "../http.ts";
import { aMember } from "../testing/world.ts";
import {
  checkSession,
  mintHandoff,
  presentHandoff,
  signInAtHost,
  signOut,
  startAtHost,
} from "./calls.ts";

let requests: { line: string; body: string; headers: Headers; keepalive: boolean }[];
let answer: object | null;
const user = aMember();

beforeEach(() => {
  requests = [];
  configureApi({
    fetch: async (request) => {
      const { method, headers, keepalive, url } = request;
      const line = `${method} ${new URL(url).pathname}`;
      requests.push({ line, body: await request.text(), headers, keepalive });
      return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
    },
  });
});

afterEach(() => configureApi({}));

test.each([
  ["loginToken beside the user", { user, loginToken: "S2" }],
  ["token beside the user", { user, token: "S2" }],
  ["authToken beside the user", { user, authToken: "S2" }],
  ["the record itself", { ...user, loginToken: "S2" }],
])("a session check reads %s", async (_, wire) => {
  answer = wire;

  expect(await checkSession("S1")).toEqual({
    user,
    loginToken: "S2",
    isFirstLogin: false,
    handoffToken: null,
  });
});

test("a ticket is requested by a header, with the session's own token", async () => {
  answer = { user, loginToken: "S2", handoffToken: "H1" };

  expect((await mintHandoff("S1")).handoffToken).toBe("H1");

  expect(requests[0]?.line).toBe("GET /api/member/checksession");
  expect(requests[0]?.headers.get("x-handoff")).toBe("mint");
  expect(requests[0]?.headers.get("Authorization")).toBe("Bearer S1");
  expect(requests[0]?.headers.get("x-user-token")).toBe("S1");
});

test.each([
  [{ current: null, confirm: false }, null, null],
  [{ current: "M0", confirm: false }, "M0", null],
  [{ current: "M0", confirm: true }, "M0", "1"],
])("a token is presented with its nonce: %j", async (how, current, confirm) => {
  answer = { user, loginToken: "M1" };

  await presentHandoff("H1", { nonce: "n", ...how });

  const headers = requests[0]?.headers;
  expect(headers?.get("Authorization")).toBe("Bearer H1");
  expect(headers?.get("x-handoff")).toBe("n");
  expect(headers?.get("x-handoff-current")).toBe(current);
  expect(headers?.get("x-handoff-confirm")).toBe(confirm);
});

test("the check of a session that was handed off literally has no user", async () => {
  answer = { handedOff: true };

  expect(await checkSession("S1")).toMatchObject({ user: null, loginToken: null });
});

test("a sign-out survives the page that sends it", async () => {
  answer = null;

  await signOut("S1");

  expect(requests).toMatchObject([{ line: "POST /api/member/logout", keepalive: true }]);
  expect(requests[0]?.headers.get("Authorization")).toBe("Bearer S1");
});

test("a sign-in by a super-app begins there, and its code is good for a ticket", async () => {
  answer = { address: "https://chat.example/", title: "Chat", origins: [] };
  expect(await startAtHost("chat")).toEqual(answer);
  answer = { handoffToken: "H1" };
  expect(await signInAtHost("chat", { code: "c", state: "s" }, "ms")).toBe("H1");

  expect(requests).toMatchObject([
    { line: "POST /api/host/chat/start", body: "" },
    { line: "POST /api/host/chat/session", body: '{"code":"c","state":"s"}' },
  ]);
  expect(requests[1]?.headers.get("x-chosen-language")).toBe("ms");
});
