import { expect, test } from "vitest";

import { registrationTicketOf, signInTicketOf, type ApiError } from "../errors.ts";
import { api as client, responseBody } from "../http.ts";
import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import { checkSession, mintHandoff, presentHandoff, signedIn } from "../session/calls.ts";
import { session } from "../session/current.ts";
import { signedInAs } from "./fake-api.ts";
import { serveFakeApi } from "./setup.ts";
import { type FakeApi } from "./responses.ts";

let api: FakeApi;

serveFakeApi((fake) => (api = fake), { visitor: true });

interface Phone {
  callingCodeId: number;
  mobileNumber: string;
}

const known: Phone = { callingCodeId: 1, mobileNumber: "123456789" };
const unknown: Phone = { callingCodeId: 1, mobileNumber: "177777777" };
const form = {
  name: "Mei",
  genderId: 2,
  raceId: 2,
  dateOfBirth: "1995-02-03",
  outletId: 1,
} as const;

const wire = ({ callingCodeId, mobileNumber }: Phone) => ({
  CallingCodeId: callingCodeId,
  MobileNumber: mobileNumber,
});
const of = (memberId: number) => ({ path: { member_id: memberId } });
const requestSignInCode = (phone: Phone) =>
  responseBody(client().POST("/member/login/otp", { body: wire(phone) }));
const signIn = async (phone: Phone, proof: { OtpCode: string } | { SignInTicket: string }) =>
  signedIn(
    await responseBody(client().POST("/member/login", { body: { ...wire(phone), ...proof } })),
  );
const register = async (
  phone: Phone,
  proof: { otpCode: string } | { registrationTicket: string },
) =>
  signedIn(await responseBody(client().POST("/member", { body: { ...form, ...phone, ...proof } })));
const getMember = (id: number) =>
  responseBody(client().GET("/member/{member_id}", { params: of(id) }));
const getPreferences = () =>
  responseBody(client().GET("/member/{member_id}/preferences", { params: of(1) }));
const getConsent = () =>
  responseBody(client().GET("/member/{member_id}/consent", { params: of(1) }));
const giveConsent = (noticeVersion: string) =>
  responseBody(
    client().POST("/member/{member_id}/consent", {
      params: of(1),
      body: { noticeVersion, language: "en" },
    }),
  );
const eraseMember = (otpCode: string) =>
  responseBody(client().DELETE("/member/{member_id}", { params: of(1), body: { otpCode } }));
const setReferrer = (ReferralCode: string) =>
  responseBody(
    client().PATCH("/member/{member_id}/referrer", { params: of(2), body: { ReferralCode } }),
  );
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call should have been refused"),
    (error: unknown) => error as ApiError,
  );
const lastCode = () => api.sent.at(-1)?.code ?? "";

test("a member signs in with the code that was sent, and only with that", async () => {
  await requestSignInCode(known);

  const wrong = await refusalOf(signIn(known, { OtpCode: "000000" }));
  expect(wrong).toMatchObject({ status: 422, code: "invalid_code" });
  expect(await signIn(known, { OtpCode: lastCode() })).toMatchObject({
    user: { name: "Aisyah" },
    isFirstLogin: false,
  });
});

test("an unknown number with the right code goes on to register without a second one", async () => {
  await requestSignInCode(unknown);
  const refusal = await refusalOf(signIn(unknown, { OtpCode: lastCode() }));

  const registrationTicket = registrationTicketOf(refusal) ?? "";
  const joined = await register(unknown, { registrationTicket });

  expect(joined).toMatchObject({ user: { name: "Mei", membershipLevel: 0 }, isFirstLogin: true });
});

test("a known number that registers goes on to sign in without a second code", async () => {
  await responseBody(client().POST("/get-otp", { body: wire(known) }));
  const refusal = await refusalOf(register(known, { otpCode: lastCode() }));

  const SignInTicket = signInTicketOf(refusal) ?? "";

  expect((await signIn(known, { SignInTicket })).user.name).toBe("Aisyah");
});

test("a member reads their own record and no other", async () => {
  signedInAs(api, api.world.members[0]!);

  expect((await getMember(1)).name).toBe("Aisyah");
  expect((await refusalOf(getMember(2))).status).toBe(403);
});

test("a member's preferences are kept by section, and start as they come", async () => {
  signedInAs(api, api.world.members[0]!);
  const privacy = { ...DEFAULT_PREFERENCES.privacy, allowContact: false };

  expect(await getPreferences()).toEqual(DEFAULT_PREFERENCES);
  await responseBody(
    client().PUT("/member/{member_id}/preferences", { params: of(1), body: { privacy } }),
  );

  expect(await getPreferences()).toEqual({ ...DEFAULT_PREFERENCES, privacy });
});

test("a new version of the notice needs a new agreement", async () => {
  signedInAs(api, api.world.members[0]!);
  expect((await getConsent()).isAgreed).toBe(true);

  api.world.noticeVersion = "2";

  expect((await getConsent()).isAgreed).toBe(false);
  expect((await refusalOf(giveConsent("1"))).status).toBe(422);
  expect((await giveConsent("2")).isAgreed).toBe(true);
});

test("a member exports their data, and ends the membership with the code that was sent for it", async () => {
  const member = api.world.members[0]!;
  signedInAs(api, member);

  const exported = client().GET("/member/{member_id}/export", { params: of(1) });
  expect((await responseBody(exported)).member.name).toBe("Aisyah");
  const csv = client().GET("/member/{member_id}/export/csv", { params: of(1), parseAs: "blob" });
  expect((await responseBody(csv)).type).toBe("application/zip");
  await requestSignInCode(known);
  expect((await refusalOf(eraseMember(lastCode()))).status).toBe(422);
  await responseBody(client().POST("/member/{member_id}/erasure/otp", { params: of(1) }));
  await eraseMember(lastCode());

  expect((await refusalOf(getMember(1))).status).toBe(401);
  await requestSignInCode(known);
  const gone = await refusalOf(signIn(known, { OtpCode: lastCode() }));
  expect(gone.code).toBe("not_registered");
});

test("a ticket opens one session, and nothing but that", async () => {
  const member = api.world.members[0]!;
  const { handoffToken } = await mintHandoff(api.issueToken(member));
  const how = { nonce: "n", current: null, confirm: false };

  expect((await presentHandoff(handoffToken ?? "", how)).user?.name).toBe("Aisyah");

  expect((await refusalOf(presentHandoff(handoffToken ?? "", how))).status).toBe(401);
});

test("a sign-out ends the session at the server", async () => {
  const member = api.world.members[0]!;
  signedInAs(api, member);
  const other = api.issueToken(member);

  await session.end();

  expect((await refusalOf(checkSession(other))).status).toBe(401);
});

test("a referral code is taken once", async () => {
  signedInAs(api, api.world.members[1]!);

  await setReferrer("AISYAH20");

  const again = await refusalOf(setReferrer("AISYAH20"));
  expect(again.status).toBe(409);
  expect((await refusalOf(setReferrer("NOBODY"))).status).toBe(404);
});

test("a test may make the next call fail, or go unanswered", async () => {
  signedInAs(api, api.world.members[0]!);
  api.failNext("GET /member/:id", 500, { message: "Oops" });
  api.failNext("GET /member/:id", 0);

  expect(await refusalOf(getMember(1))).toMatchObject({ status: 500, message: "Oops" });
  expect(await refusalOf(getMember(1))).toMatchObject({ status: 0 });
  expect((await getMember(1)).name).toBe("Aisyah");
  expect(api.requests).toHaveLength(3);
});
