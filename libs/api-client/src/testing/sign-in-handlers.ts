import { HttpResponse, type HttpHandler } from "msw";

import { DEFAULT_PREFERENCES } from "../rules/preferences.ts";
import type { Member, Preferences } from "../wire.ts";
import {
  bearer,
  callerOf,
  isRightCode,
  isSame,
  notSignedIn,
  ownMember,
  errorResponse,
  sendCode,
  wrongCode,
  type Handle,
  type FakeApi,
  type Phone,
} from "./responses.ts";
import { aMember, type SentCode } from "./world.ts";

export function signInHandlers(api: FakeApi, handle: Handle): HttpHandler[] {
  const { world } = api;
  const own = ownMember(api);

  const send = (purpose: SentCode["purpose"], phone: Phone) => sendCode(api, purpose, phone);

  const isRight = (purpose: SentCode["purpose"], phone: Phone, code: string) =>
    isRightCode(api, purpose, phone, code);

  const memberOf = (phone: Phone) => world.members.find((member) => isSame(member, phone));

  const signedIn = (user: Member) => ({
    user,
    loginToken: api.issueToken(user),
    isFirstLogin: world.firstLogins.has(user.id),
  });

  const bringLanguage = ({ id }: Member, { headers }: Request) => {
    const chosen = headers.get("x-chosen-language") as Preferences["language"]["selectedLanguage"];
    if (chosen === null || world.preferences[id]?.language) return;
    const language = { ...DEFAULT_PREFERENCES.language, selectedLanguage: chosen };
    world.preferences[id] = { ...world.preferences[id], language };
  };

  return [
    handle("POST /member/login/otp", async ({ request }) =>
      send("sign-in", phoneOf(await request.json())),
    ),

    handle("POST /get-otp", async ({ request }) =>
      send("registration", phoneOf(await request.json())),
    ),

    handle("POST /member/login", async ({ request }) => {
      const body = (await request.json()) as LoginBody;
      const phone = phoneOf(body);
      const member = memberOf(phone);
      const proved = body.OtpCode
        ? isRight("sign-in", phone, body.OtpCode)
        : body.SignInTicket === signInTicket(phone);
      if (!proved) return wrongCode();
      if (member) {
        bringLanguage(member, request);
        return HttpResponse.json(signedIn(member));
      }
      return errorResponse(404, {
        message: "This number is not registered yet. Please join.",
        code: "not_registered",
        registrationTicket: registrationTicket(phone),
      });
    }),

    handle("POST /member", async ({ request }) => {
      const body = (await request.json()) as RegisterBody;
      const { otpCode, registrationTicket: ticket, referralCode, ...form } = body;
      const proved = otpCode
        ? isRight("registration", form, otpCode)
        : ticket === registrationTicket(form);
      if (!proved) return wrongCode();
      if (memberOf(form)) {
        return errorResponse(409, {
          message: "This number is already registered. Please sign in.",
          code: "already_member",
          signInTicket: signInTicket(form),
        });
      }
      const referrer = world.members.find((member) => member.referralCode === referralCode);
      const member = aMember({
        ...newcomer(world.members.length + 1),
        ...form,
        referrerId: referrer?.id ?? null,
      });
      world.members.push(member);
      world.activities[member.id] = [];
      world.firstLogins.add(member.id);
      bringLanguage(member, request);
      const { user, ...rest } = signedIn(member);
      return HttpResponse.json({ ...user, ...rest }, { status: 201 });
    }),

    handle("GET /member/checksession", ({ request }) => {
      const token = bearer(request);
      const held = world.tokens.get(token);
      const user = world.members.find(({ id }) => id === held?.memberId);
      if (!held || !user) return notSignedIn();
      world.tokens.delete(token);
      const mints = request.headers.get("x-handoff") === "mint";
      return HttpResponse.json({
        ...signedIn(user),
        ...(mints ? { handoffToken: api.issueTicket(user) } : {}),
      });
    }),

    handle("POST /member/login/passkey/options", () =>
      HttpResponse.json({ publicKey: { challenge: "c2lnbi1pbg" } }),
    ),

    handle("POST /member/login/passkey", async ({ request }) => {
      const { credential } = (await request.json()) as { credential: { id: string } };
      const member = world.members.find(({ id }) =>
        world.passkeys[id]?.some(({ credentialId }) => credentialId === credential.id),
      );
      if (!member) {
        const message = "We do not recognise this passkey. Please sign in with a code.";
        return errorResponse(422, { message, code: "unknown_passkey" });
      }
      bringLanguage(member, request);
      return HttpResponse.json(signedIn(member));
    }),

    handle(
      "GET /member/:id/passkey",
      own(({ id }) => HttpResponse.json({ passkeyList: world.passkeys[id] ?? [] })),
    ),

    handle(
      "POST /member/:id/passkey/options",
      own(async (member, request) => {
        const { otpCode } = (await request.json()) as { otpCode?: string };
        if (otpCode !== undefined && !isRight("sign-in", member, otpCode)) return wrongCode();
        if (otpCode === undefined && world.needsProof.has(member.id)) {
          const message = "Please confirm with a code that it is you.";
          return errorResponse(409, { message, code: "proof_needed" });
        }
        return HttpResponse.json({ publicKey: { challenge: "YWRk" } });
      }),
    ),

    handle(
      "POST /member/:id/passkey",
      own(async ({ id }, request) => {
        const { credential } = (await request.json()) as { credential: { id: string } };
        const passkey = {
          id: 1 + (world.passkeys[id] ?? []).length,
          browser: "Chrome",
          system: "Android",
          createdAt: "2026-03-14T04:00:00Z",
          lastUsedAt: null,
          credentialId: credential.id,
        };
        world.passkeys[id] = [passkey, ...(world.passkeys[id] ?? [])];
        return HttpResponse.json(passkey, { status: 201 });
      }),
    ),

    handle("DELETE /member/:id/passkey/:passkeyId", ({ request, params }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      const left = world.passkeys[member.id]?.filter(
        ({ id }) => String(id) !== params["passkeyId"],
      );
      world.passkeys[member.id] = left ?? [];
      return new HttpResponse(null, { status: 204 });
    }),

    handle(
      "GET /member/:id/host",
      own(({ id }) => HttpResponse.json({ hostList: world.hosts[id] ?? [] })),
    ),

    handle("POST /member/:id/host/:name", async ({ request, params }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      const { linkTicket, otpCode } = (await request.json()) as Record<string, string | undefined>;
      if (otpCode !== undefined && !isRight("sign-in", member, otpCode)) return wrongCode();
      if (otpCode === undefined && world.needsProof.has(member.id)) {
        const message = "Please confirm with a code that it is you.";
        return errorResponse(409, { message, code: "proof_needed" });
      }
      const host = world.hosts[member.id]?.find(({ name }) => name === params["name"]);
      if (host === undefined || linkTicket === "over") {
        return errorResponse(422, { message: "This sign-in took too long.", code: "host_over" });
      }
      host.linkedAt = "2026-03-14T04:00:00Z";
      return HttpResponse.json(host, { status: 201 });
    }),

    handle("DELETE /member/:id/host/:name", ({ request, params }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      const host = world.hosts[member.id]?.find(({ name }) => name === params["name"]);
      if (host) host.linkedAt = null;
      return new HttpResponse(null, { status: 204 });
    }),

    handle("GET /member/session", ({ request }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      return HttpResponse.json({ deviceList: world.devices[member.id] ?? [] });
    }),

    handle("POST /member/session/end-others", ({ request }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      world.devices[member.id] = (world.devices[member.id] ?? []).filter((one) => one.isCurrent);
      return new HttpResponse(null, { status: 204 });
    }),

    handle("POST /member/session/:id/end", ({ request, params }) => {
      const member = callerOf(api, request);
      if (member === null) return notSignedIn();
      const mine = world.devices[member.id] ?? [];
      const left = mine.filter(({ id }) => String(id) !== params["id"]);
      if (left.length === mine.length) {
        return errorResponse(404, {
          message: "This device is not signed in.",
          code: "no_such_device",
        });
      }
      world.devices[member.id] = left;
      return new HttpResponse(null, { status: 204 });
    }),

    handle("POST /member/logout", ({ request }) => {
      const memberId = world.tokens.get(bearer(request))?.memberId;
      for (const [token, held] of world.tokens) {
        if (held.memberId === memberId) world.tokens.delete(token);
      }
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}

interface LoginBody {
  CallingCodeId: number;
  MobileNumber: string;
  OtpCode?: string;
  SignInTicket?: string;
}
interface RegisterBody extends Phone {
  otpCode?: string;
  registrationTicket?: string;
  referralCode?: string;
}

function phoneOf(body: unknown): Phone {
  const { CallingCodeId, MobileNumber } = body as LoginBody;
  return { callingCodeId: CallingCodeId, mobileNumber: MobileNumber };
}

const registrationTicket = (phone: Phone) => `join-${phone.callingCodeId}-${phone.mobileNumber}`;
const signInTicket = (phone: Phone) => `enter-${phone.callingCodeId}-${phone.mobileNumber}`;

const newcomer = (id: number): Partial<Member> => ({
  id,
  email: null,
  memberPointAmount: 0,
  currentMemberMembershipPoint: 0,
  membershipId: 1,
  membershipLevel: 0,
  membershipName: "Basic",
  referralCode: `CODE${id}`,
  memberCode: `M${String(id).padStart(7, "0")}`,
  lastLoginAt: null,
  createdAt: new Date().toISOString(),
});
