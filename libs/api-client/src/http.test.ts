import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { type ApiError, messageOf, registrationTicketOf, signInTicketOf } from "./errors.ts";
import {
  api,
  configureApi,
  syncServerClock,
  onUnauthorized,
  responseBody,
  serverNow,
} from "./http.ts";
import { tokenStore } from "./session/token-store.ts";
import { aMember } from "./testing/world.ts";

let requests: Request[];
let token: string | null;
let refused: string[];
let renewed: string | null;
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  requests = [];
  token = null;
  refused = [];
  renewed = null;
  answer = () => Response.json({ membershipList: [] });
  configureApi({
    token: () => token,
    fetch: async (request) => {
      requests.push(request);
      return answer();
    },
  });
  onUnauthorized(async (sent) => {
    refused.push(sent);
    return renewed;
  });
});

afterEach(() => {
  configureApi({});
  onUnauthorized(async () => null);
  localStorage.clear();
});

const call = () => responseBody(api().GET("/membership"));
const failure = () =>
  call().then(
    () => expect.unreachable("the call should have failed"),
    (error: unknown) => error as ApiError,
  );

test("a call goes to /api on this host", async () => {
  await call();

  expect(requests[0]?.url).toBe(`${location.origin}/api/membership`);
});

test("another base may be configured", async () => {
  configureApi({
    base: "https://api.example.com/v2",
    fetch: async (request) => {
      requests.push(request);
      return Response.json({});
    },
  });

  await call();

  expect(requests[0]?.url).toBe("https://api.example.com/v2/membership");
});

test("the stored token travels in both headers", async () => {
  token = "S1";

  await call();

  expect(requests[0]?.headers.get("Authorization")).toBe("Bearer S1");
  expect(requests[0]?.headers.get("x-user-token")).toBe("S1");
});

test("a visitor's call carries no token", async () => {
  await call();

  expect(requests[0]?.headers.has("Authorization")).toBe(false);
  expect(requests[0]?.headers.has("x-user-token")).toBe(false);
});

test("a call with a token of its own keeps it", async () => {
  token = "S1";

  await responseBody(api().GET("/membership", { headers: { Authorization: "Bearer H" } }));

  expect(requests[0]?.headers.get("Authorization")).toBe("Bearer H");
});

describe("the message of a failure", () => {
  test("is the server's own when it sent one", async () => {
    answer = () => Response.json({ message: "Not enough points", code: "poor" }, { status: 409 });

    const error = await failure();

    expect(error).toMatchObject({ message: "Not enough points", status: 409, code: "poor" });
    expect(messageOf(error, "Failed to claim")).toBe("Not enough points");
  });

  test.each([
    ["no body", new Response(null, { status: 502, statusText: "Bad Gateway" })],
    ["a page", new Response("<h1>no</h1>", { status: 502, statusText: "Bad Gateway" })],
    [
      "an empty message",
      Response.json({ message: "" }, { status: 502, statusText: "Bad Gateway" }),
    ],
    [
      "a message that is none",
      Response.json({ message: 7 }, { status: 502, statusText: "Bad Gateway" }),
    ],
  ])("is the status when there is %s", async (_, response) => {
    answer = () => response;

    const error = await failure();

    expect(error.message).toBe("HTTP 502: Bad Gateway");
    expect(messageOf(error, "Failed to load points")).toBe("Failed to load points");
  });

  test("is 'Request failed' without a response", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));

    const error = await failure();

    expect(error).toMatchObject({ message: "Request failed", status: 0, code: "network" });
    expect(messageOf(error, "Failed to load points")).toBe("Failed to load points");
  });

  test("is 'Request failed' when the response is a page", async () => {
    answer = () => new Response("<!doctype html>", { status: 200 });

    expect((await failure()).message).toBe("Request failed");
  });
});

test("a form's errors come by field", async () => {
  const errors = { MobileNumber: ["Too short"], name: "Required" };
  answer = () => Response.json({ message: "Too short", errors }, { status: 422 });

  expect((await failure()).errors).toEqual({ MobileNumber: ["Too short"], name: ["Required"] });
});

test.each([
  ["30", 30],
  ["soon", null],
  [null, null],
])("Retry-After: %s is %s seconds", async (header, seconds) => {
  answer = () =>
    Response.json(
      { message: "Wait" },
      { status: 429, headers: header === null ? {} : { "Retry-After": header } },
    );

  expect((await failure()).retryAfterS).toBe(seconds);
});

describe("a refused token", () => {
  beforeEach(() => {
    answer = () => Response.json({ message: "Please sign in." }, { status: 401 });
  });

  test("is reported to the session, and the caller gets the error too", async () => {
    token = "S1";

    expect((await failure()).status).toBe(401);
    expect(refused).toEqual(["S1"]);
  });

  test("that another tab renewed meanwhile is no failure: the call is sent once more, with its body", async () => {
    token = "S1";
    renewed = "S2";
    answer = () =>
      requests.length === 1
        ? Response.json({ message: "Please sign in." }, { status: 401 })
        : Response.json({ id: 1, name: "Aisyah" });

    const record = await responseBody(
      api().PATCH("/member/{member_id}", {
        params: { path: { member_id: 1 } },
        body: { id: 1, mobileNumber: "123456789", name: "Aisyah" },
      }),
    );

    expect(record.name).toBe("Aisyah");
    expect(requests.map(({ headers }) => headers.get("x-user-token"))).toEqual(["S1", "S2"]);
    expect(requests[1]?.headers.get("Authorization")).toBe("Bearer S2");
    expect(await requests[1]?.json()).toMatchObject({ id: 1, name: "Aisyah" });
  });

  test("and the new one too: the caller sees the error, and nothing is sent a third time", async () => {
    token = "S1";
    renewed = "S2";

    expect((await failure()).status).toBe(401);
    expect(requests).toHaveLength(2);
  });

  test("is not tried again with the token of another member who signed in meanwhile", async () => {
    token = "S1";
    renewed = "S9";
    tokenStore.user.write(aMember());
    answer = () => {
      tokenStore.user.write(aMember({ id: 3 }));
      return Response.json({ message: "Please sign in." }, { status: 401 });
    };

    expect((await failure()).status).toBe(401);
    expect(requests).toHaveLength(1);
  });

  test("is not reported when the call had a token of its own", async () => {
    token = "S1";

    await api().GET("/membership", { headers: { Authorization: "Bearer H" } });

    expect(refused).toEqual([]);
  });

  test("is not reported when there was no token", async () => {
    await failure();

    expect(refused).toEqual([]);
  });
});

test.each([
  ["not_registered", 404, "T1", null],
  ["already_member", 409, null, "T1"],
  ["not_found", 404, null, null],
])("a %s carries its ticket", async (code, status, toRegister, toSignIn) => {
  const tickets = { registrationTicket: "T1", signInTicket: "T1" };
  answer = () => Response.json({ message: "…", code, ...tickets }, { status });

  const error = await failure();

  expect(registrationTicketOf(error)).toBe(toRegister);
  expect(signInTicketOf(error)).toBe(toSignIn);
});

test("a failure that is not the API's own has the caller's sentence and no ticket", () => {
  expect(messageOf(new TypeError("x is undefined"), "Failed to load")).toBe("Failed to load");
  expect(registrationTicketOf(new TypeError("x is undefined"))).toBeNull();
});

afterEach(() => {
  syncServerClock(new Date().toUTCString());
  vi.useRealTimers();
});

test("a phone that is ten minutes slow counts down by the server's clock", () => {
  vi.useFakeTimers({ now: new Date("2026-03-14T03:50:00Z"), toFake: ["Date"] });
  syncServerClock("Sat, 14 Mar 2026 04:00:00 GMT");

  expect(serverNow().toISOString()).toBe("2026-03-14T04:00:00.000Z");
});

test("a response without a date changes nothing", () => {
  vi.useFakeTimers({ now: new Date("2026-03-14T03:50:00Z"), toFake: ["Date"] });
  syncServerClock("Sat, 14 Mar 2026 04:00:00 GMT");
  syncServerClock(null);
  syncServerClock("yesterday");

  expect(serverNow().toISOString()).toBe("2026-03-14T04:00:00.000Z");
});

test.each([
  [{ "Cache-Control": "public, max-age=60" }],
  [{ "Cache-Control": "no-store", Age: "20" }],
])("an answer that may be out of a cache does not set the clock: %o", async (headers) => {
  syncServerClock("Sat, 14 Mar 2026 04:00:00 GMT");
  const before = serverNow().getTime();
  const Date = "Sat, 14 Mar 2026 03:59:00 GMT";
  configureApi({ fetch: async () => Response.json([], { headers: { Date, ...headers } }) });
  await responseBody(api().GET("/callingCode"));
  expect(serverNow().getTime()).toBeGreaterThanOrEqual(before);
  configureApi({});
});
