import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { configureApi } from "../http.ts";
import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import { codeRequests } from "../session/code-requests.ts";
import { aMember } from "../testing/world.ts";
import {
  eraseMember,
  exportMember,
  getConsent,
  getMember,
  getPreferences,
  getReferees,
  giveConsent,
  requestErasureCode,
  savePreferences,
  setReferrer,
  updateMember,
} from "./members.ts";
import { getCallingCodes, getOutlets } from "./outlets.ts";
import { getActivities, getTier, getTierPoints, getTiers } from "./points.ts";
import { checkSession, mintHandoff, presentHandoff, signOut } from "./session.ts";
import { register, requestRegistrationCode, requestSignInCode, signIn } from "./sign-in.ts";

let requests: { line: string; body: unknown; headers: Headers; keepalive: boolean }[];
let answer: unknown;
const user = aMember();

beforeEach(() => {
  requests = [];
  answer = {};
  configureApi({ fetch: recording });
});

async function recording(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  requests.push({
    line: `${request.method} ${pathname}${search}`,
    body: text === "" ? null : JSON.parse(text),
    headers: request.headers,
    keepalive: request.keepalive,
  });
  return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
}

afterEach(() => configureApi({}));

const phone = { callingCodeId: 1, mobileNumber: "123456789" };
const form = {
  ...phone,
  name: "Aisyah",
  genderId: 2,
  raceId: 1,
  dateOfBirth: "1990-05-17",
  outletId: 1,
  otpCode: "123456",
};
const signedIn = { user, loginToken: "S1", isFirstLogin: true };
const bought = {
  id: 4,
  actionId: 2,
  remark: "A bill",
  points: 45,
  createdAt: "2026-02-14T12:10:00Z",
};
const preferences = DEFAULT_PREFERENCES;
const wirePhone = { CallingCodeId: 1, MobileNumber: "123456789" };

// The lines and bodies of spec 000 §7, spelled as there.
test.each<[string, () => Promise<unknown>, unknown, unknown, unknown]>([
  ["GET /api/callingCode", getCallingCodes, null, [{ id: 1, name: "60" }], [{ id: 1, name: "60" }]],
  [
    "POST /api/member/login/otp",
    () => requestSignInCode(phone),
    wirePhone,
    { message: "Sent" },
    { message: "Sent" },
  ],
  [
    "POST /api/member/login",
    () => signIn({ ...phone, otpCode: "123456" }),
    { ...wirePhone, OtpCode: "123456" },
    signedIn,
    signedIn,
  ],
  [
    "POST /api/get-otp",
    () => requestRegistrationCode(phone),
    wirePhone,
    { message: "Sent" },
    { message: "Sent" },
  ],
  [
    "POST /api/member",
    () => register(form),
    form,
    { ...user, loginToken: "S1", isFirstLogin: true },
    signedIn,
  ],
  ["GET /api/member/1", () => getMember(1), null, user, user],
  [
    "PATCH /api/member/1",
    () => updateMember(1, { mobileNumber: "123456789", email: "a@example.com" }),
    { id: 1, mobileNumber: "123456789", email: "a@example.com" },
    user,
    user,
  ],
  [
    "PATCH /api/member/1/referrer",
    () => setReferrer(1, { referralCode: "MEI20" }),
    { ReferralCode: "MEI20" },
    { message: "Thanks" },
    { message: "Thanks" },
  ],
  [
    "GET /api/member/1/memberreferee",
    () => getReferees(1),
    null,
    { memberRefereeList: [{ id: 2 }] },
    [{ id: 2 }],
  ],
  [
    "GET /api/member/1/currentMembershipPoint",
    () => getTierPoints(1),
    null,
    { currentMemberMembershipPoint: 1840, keepTierBy: "2026-12-31" },
    { points: 1840, keepTierBy: "2026-12-31" },
  ],
  [
    "GET /api/member/1/activityHistory?sort=createdAt&order=desc&limit=3",
    () => getActivities(1, { limit: 3 }),
    null,
    { memberActivityHistoryList: [bought] },
    [bought],
  ],
  [
    "GET /api/member/1/activityHistory?sort=createdAt&order=desc&limit=3&actionId=1&actionId=2&actionId=3",
    () => getActivities(1, { limit: 3, actionIds: [1, 2, 3] }),
    null,
    { memberActivityHistoryList: [] },
    [],
  ],
  [
    "GET /api/member/1/activityHistory?sort=createdAt&order=desc",
    () => getActivities(1),
    null,
    { memberActivityHistoryList: [] },
    [],
  ],
  ["GET /api/member/1/preferences", () => getPreferences(1), null, preferences, preferences],
  [
    "PUT /api/member/1/preferences",
    () => savePreferences(1, { privacy: DEFAULT_PREFERENCES.privacy }),
    { privacy: DEFAULT_PREFERENCES.privacy },
    preferences,
    preferences,
  ],
  ["GET /api/member/1/consent", () => getConsent(1), null, { isAgreed: true }, { isAgreed: true }],
  [
    "POST /api/member/1/consent",
    () => giveConsent(1, { noticeVersion: "2", language: "ms" }),
    { noticeVersion: "2", language: "ms" },
    { isAgreed: true },
    { isAgreed: true },
  ],
  ["GET /api/member/1/export", () => exportMember(1), null, { member: user }, { member: user }],
  [
    "POST /api/member/1/erasure/otp",
    () => requestErasureCode(user),
    null,
    { message: "Sent" },
    { message: "Sent" },
  ],
  [
    "DELETE /api/member/1",
    () => eraseMember(user, { otpCode: "123456" }),
    { otpCode: "123456" },
    null,
    undefined,
  ],
  [
    "GET /api/outlet?statusId=1",
    () => getOutlets(),
    null,
    { outletList: [{ id: 1 }] },
    [{ id: 1 }],
  ],
  [
    "GET /api/membership",
    () => getTiers(),
    null,
    { membershipList: [{ level: 2 }, { level: 0 }, { level: 1 }] },
    [{ level: 0 }, { level: 1 }, { level: 2 }],
  ],
  ["GET /api/membership/2", () => getTier(2), null, { id: 2 }, { id: 2 }],
])("%s", async (line, call, body, wire, result) => {
  answer = wire;

  expect(await call()).toEqual(result);

  expect(requests).toMatchObject([{ line, body }]);
});

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

test("a sign-in without a token is no sign-in", async () => {
  answer = { user };

  await expect(signIn({ ...phone, otpCode: "123456" })).rejects.toThrow("without user or token");
});

test("a record that lacks points and tier has none and the first", async () => {
  answer = { id: 9, name: "Mei" };

  expect(await getMember(9)).toMatchObject({
    memberPointAmount: 0,
    membershipId: 0,
    membershipLevel: 0,
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

test("a code, the next code and its entry are one exchange, and each number has its own", async () => {
  const number = { callingCodeId: 1, mobileNumber: "111111111" };
  answer = { message: "Sent", requestId: "exchange-1", ...signedIn };

  await requestSignInCode(number);
  await requestSignInCode(number);
  await signIn({ ...number, otpCode: "123456" });
  await requestSignInCode({ ...number, mobileNumber: "122222222" });
  await requestRegistrationCode(number);
  await register({ ...form, ...number });

  expect(requests.map(({ headers }) => headers.get("x-otp-request"))).toEqual([
    null,
    "exchange-1",
    "exchange-1",
    null,
    null,
    "exchange-1",
  ]);
});

test.each([null, false, 0, ""])(
  "no registration code was sent where the answer is %j",
  async (wire) => {
    configureApi({ fetch: async () => Response.json(wire) });
    await expect(requestRegistrationCode(phone)).rejects.toThrow("Request failed");
    await expect(requestSignInCode(phone)).resolves.toBeDefined();
  },
);

test("a page that was loaded again goes on with the request of a code that still counts", async () => {
  const number = { callingCodeId: 1, callingCode: "60", mobileNumber: "133333333" };
  answer = { message: "Sent", requestId: "kept-1", ...signedIn };
  await requestSignInCode(number);
  const now = Date.now();
  codeRequests.keep("sign-in", { ...number, expiresAt: now + 60_000, resendAt: now + 30_000 });
  codeRequests.setDialog("sign-in");

  vi.resetModules();
  const reloaded = await import("../session/code-requests.ts");
  const reloadedHttp = await import("../http.ts");
  reloadedHttp.configureApi({ fetch: recording });
  // Other files may share the modules that were loaded again.
  onTestFinished(() => reloadedHttp.configureApi({}));
  const calls = await import("./sign-in.ts");

  expect(reloaded.codeRequests.dialog()).toBe("sign-in");
  expect(reloaded.codeRequests.newest("sign-in")).toMatchObject(number);
  await calls.signIn({ ...number, otpCode: "123456" });
  expect(requests.at(-1)?.headers.get("x-otp-request")).toBe("kept-1");
});

test("a request is kept until its code has expired or been used, and a wait until it is over", () => {
  vi.useFakeTimers();
  const number = { callingCodeId: 1, callingCode: "60", mobileNumber: "144444444" };
  const now = Date.now();
  codeRequests.keep("registration", { ...number, expiresAt: now + 2000, resendAt: now + 3000 });
  codeRequests.setDialog("registration");

  expect(codeRequests.newest("sign-in")).toBeNull();
  vi.advanceTimersByTime(1999);
  expect(codeRequests.dialog()).toBe("registration");
  vi.advanceTimersByTime(1);
  expect(codeRequests.newest("registration")).toBeNull();
  expect(codeRequests.dialog()).toBeNull();
  expect(codeRequests.find("registration", number)).not.toBeNull();
  vi.advanceTimersByTime(1000);
  expect(codeRequests.find("registration", number)).toBeNull();

  codeRequests.keep("sign-in", { ...number, expiresAt: now + 9000, resendAt: 0 });
  codeRequests.drop("sign-in", number);
  expect(sessionStorage.getItem("codeRequests")).toBeNull();
  vi.useRealTimers();
});

test.each(["nonsense", "{}", "null"])(
  "what somebody else stored there is nothing: %s",
  (stored) => {
    sessionStorage.setItem("codeRequests", stored);
    expect(codeRequests.newest("sign-in")).toBeNull();
  },
);

test("a language chosen as a visitor is sent with the sign-in, and only there", async () => {
  answer = { message: "Sent", requestId: "exchange-3", ...signedIn };

  await requestSignInCode(phone);
  await signIn({ ...phone, otpCode: "123456" }, "ms");
  await register(form, "ta");
  await signIn({ ...phone, otpCode: "123456" });

  expect(requests.map(({ headers }) => headers.get("x-chosen-language"))).toEqual([
    null,
    "ms",
    "ta",
    null,
  ]);
});

test("the code that ends a membership and its entry are one exchange", async () => {
  answer = { message: "Sent", requestId: "exchange-9" };
  await requestErasureCode(user);
  answer = null;
  await eraseMember(user, { otpCode: "123456" });

  expect(requests[1]?.headers.get("x-otp-request")).toBe("exchange-9");
});

test("a proved number signs in by its ticket", async () => {
  answer = signedIn;

  await signIn({ ...phone, signInTicket: "T1" });

  expect(requests[0]?.body).toEqual({ ...wirePhone, SignInTicket: "T1" });
});

test("a proved number registers by its ticket", async () => {
  answer = { ...user, loginToken: "S1", isFirstLogin: true };
  const { otpCode: _, ...rest } = form;

  await register({ ...rest, registrationTicket: "T1" });

  expect(requests[0]?.body).toEqual({ ...rest, registrationTicket: "T1" });
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
