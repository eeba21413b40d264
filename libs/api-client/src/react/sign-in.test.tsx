import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";

import { configureApi } from "../http.ts";
import { aMember } from "../testing/world.ts";
import { ApiProvider } from "./api-provider.tsx";
import { useEraseMember, useRequestErasureCode } from "./members.ts";
import {
  useCodeSignIn,
  useRegister,
  useRequestRegistrationCode,
  useRequestSignInCode,
} from "./sign-in.ts";

let requests: { line: string; body: unknown; headers: Headers }[];
let answer: unknown;
const user = aMember();

beforeEach(() => {
  requests = [];
  configureApi({ fetch: recording });
});

afterEach(() => configureApi({}));

async function recording(request: Request): Promise<Response> {
  const text = await request.text();
  requests.push({
    line: `${request.method} ${new URL(request.url).pathname}`,
    body: text === "" ? null : JSON.parse(text),
    headers: request.headers,
  });
  return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
}

async function send<Change, Result>(
  hook: () => { mutateAsync: (change: Change) => Promise<Result> },
  change: Change,
): Promise<Result> {
  const wrapper = ({ children }: { children: ReactNode }) => <ApiProvider>{children}</ApiProvider>;
  const { result } = renderHook(hook, { wrapper });
  return act(() => result.current.mutateAsync(change));
}

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
const wirePhone = { CallingCodeId: 1, MobileNumber: "123456789" };

// The lines and bodies of spec 000 §7, spelled as there.
test.each<[string, () => Promise<unknown>, unknown, unknown, unknown]>([
  [
    "POST /api/member/login/otp",
    () => send(useRequestSignInCode, phone),
    wirePhone,
    { message: "Sent" },
    { message: "Sent" },
  ],
  [
    "POST /api/member/login",
    () => send(useCodeSignIn, { proof: { ...phone, otpCode: "123456" }, chosenLanguage: null }),
    { ...wirePhone, OtpCode: "123456" },
    signedIn,
    signedIn,
  ],
  [
    "POST /api/get-otp",
    () => send(useRequestRegistrationCode, phone),
    wirePhone,
    { message: "Sent" },
    { message: "Sent" },
  ],
  [
    "POST /api/member",
    () => send(useRegister, { form, chosenLanguage: null }),
    form,
    { ...user, loginToken: "S1", isFirstLogin: true },
    signedIn,
  ],
])("%s", async (line, call, body, wire, result) => {
  answer = wire;

  expect(await call()).toEqual(result);

  expect(requests).toMatchObject([{ line, body }]);
});

const signIn = (proof: { otpCode: string } | { signInTicket: string }, chosenLanguage?: string) =>
  send(useCodeSignIn, { proof: { ...phone, ...proof }, chosenLanguage: chosenLanguage ?? null });

test("a sign-in without a token is no sign-in", async () => {
  answer = { user };

  await expect(signIn({ otpCode: "123456" })).rejects.toThrow("without user or token");
});

test("a code, the next code and its entry are one exchange, and each number has its own", async () => {
  const number = { callingCodeId: 1, mobileNumber: "111111111" };
  answer = { message: "Sent", requestId: "exchange-1", ...signedIn };

  await send(useRequestSignInCode, number);
  await send(useRequestSignInCode, number);
  await send(useCodeSignIn, { proof: { ...number, otpCode: "123456" }, chosenLanguage: null });
  await send(useRequestSignInCode, { ...number, mobileNumber: "122222222" });
  await send(useRequestRegistrationCode, number);
  await send(useRegister, { form: { ...form, ...number }, chosenLanguage: null });

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
    await expect(send(useRequestRegistrationCode, phone)).rejects.toThrow("Request failed");
    await expect(send(useRequestSignInCode, phone)).resolves.toBeDefined();
  },
);

test("a language chosen as a visitor is sent with the sign-in, and only there", async () => {
  answer = { message: "Sent", requestId: "exchange-3", ...signedIn };

  await send(useRequestSignInCode, phone);
  await signIn({ otpCode: "123456" }, "ms");
  await send(useRegister, { form, chosenLanguage: "ta" });
  await signIn({ otpCode: "123456" });

  expect(requests.map(({ headers }) => headers.get("x-chosen-language"))).toEqual([
    null,
    "ms",
    "ta",
    null,
  ]);
});

test("the code that ends a membership and its entry are one exchange", async () => {
  answer = { message: "Sent", requestId: "exchange-9" };
  await send(useRequestErasureCode, user);
  answer = null;
  await send(useEraseMember, { member: user, otpCode: "123456" });

  expect(requests[1]?.headers.get("x-otp-request")).toBe("exchange-9");
});

test("a proved number signs in by its ticket", async () => {
  answer = signedIn;

  await signIn({ signInTicket: "T1" });

  expect(requests[0]?.body).toEqual({ ...wirePhone, SignInTicket: "T1" });
});

test("a proved number registers by its ticket", async () => {
  answer = { ...user, loginToken: "S1", isFirstLogin: true };
  const { otpCode: _, ...rest } = form;

  await send(useRegister, { form: { ...rest, registrationTicket: "T1" }, chosenLanguage: null });

  expect(requests[0]?.body).toEqual({ ...rest, registrationTicket: "T1" });
});
