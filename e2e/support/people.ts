import { randomInt } from "node:crypto";

import { request, type APIRequestContext } from "@playwright/test";

import { inDatabase } from "./database.ts";
import { codeSentTo, codesSentTo } from "./messages.ts";
import { api } from "./servers.ts";

/** A person with a phone. Every test has its own, since codes have a cooldown for each number. */
export interface Person {
  name: string;
  /** As typed: without the calling code. */
  mobileNumber: string;
  /** As sent to: `+60…`. */
  number: string;
  referralCode?: string;
  /** Unless a test is about birthdays, it is the same for everybody. */
  dateOfBirth?: string;
}

/** A Malaysian mobile number nobody had before. */
export function aPerson(name = "Aisyah Rahman"): Person {
  const mobileNumber = `1${randomInt(2, 9)}${String(randomInt(10_000_000)).padStart(7, "0")}`;
  return { name, mobileNumber, number: `+60${mobileNumber}` };
}

export interface Session {
  token: string;
  user: { id: number; name: string } & Record<string, unknown>;
}

/** A member of the programme, made through the API as the apps would. */
export interface MemberPerson extends Person, Session {}

/** An address nobody else comes from: the API counts new numbers for each (10 an hour). */
function anAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const context = await request.newContext();
  try {
    const headers = { "X-Forwarded-For": anAddress() };
    const answer = await context.post(`${api}/api${path}`, { data: body, headers });
    if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  } finally {
    await context.dispose();
  }
}

async function callingCodeId(): Promise<number> {
  const context = await request.newContext();
  try {
    const codes = (await (await context.get(`${api}/api/callingCode`)).json()) as {
      id: number;
      name: string;
    }[];
    return codes.find(({ name }) => name === "60")!.id;
  } finally {
    await context.dispose();
  }
}

/** A member who has been here before, signed in. */
export async function registered(person = aPerson()): Promise<MemberPerson> {
  const member = await newlyRegistered(person);
  inDatabase("UPDATE sign_ins SET first_login = 0 WHERE member_id = ?", member.user.id);
  return member;
}

export async function newlyRegistered(person = aPerson()): Promise<MemberPerson> {
  const code = await callingCodeId();
  const before = codesSentTo(person.number);
  await post("/get-otp", { CallingCodeId: code, MobileNumber: person.mobileNumber });
  const { loginToken, ...user } = await post("/member", {
    name: person.name,
    callingCodeId: code,
    mobileNumber: person.mobileNumber,
    genderId: 2,
    raceId: 1,
    dateOfBirth: person.dateOfBirth ?? "1994-08-31",
    outletId: 1,
    otpCode: await codeSentTo(person.number, before),
    ...(person.referralCode && { referralCode: person.referralCode }),
  });
  return { ...person, token: String(loginToken), user: user as Session["user"] };
}

export async function signedInAgain(member: Person): Promise<Session> {
  const code = await callingCodeId();
  const before = codesSentTo(member.number);
  await post("/member/login/otp", { CallingCodeId: code, MobileNumber: member.mobileNumber });
  const answer = await post("/member/login", {
    CallingCodeId: code,
    MobileNumber: member.mobileNumber,
    OtpCode: await codeSentTo(member.number, before),
  });
  return { token: String(answer.loginToken), user: answer.user as Session["user"] };
}

/** Asks the API for a ticket, as the site does right before it leaves (docs/handoff.md A3). */
export async function mint(token: string): Promise<{ handoffToken: string; loginToken: string }> {
  const context = await request.newContext();
  try {
    const answer = await context.get(`${api}/api/member/checksession`, {
      headers: { Authorization: `Bearer ${token}`, "x-handoff": "mint" },
    });
    if (!answer.ok()) throw new Error(`mint: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as { handoffToken: string; loginToken: string };
  } finally {
    await context.dispose();
  }
}

/** Whether a token opens a member's record right now. */
export async function opens(token: string, memberId: number, context: APIRequestContext) {
  const answer = await context.get(`${api}/api/member/${memberId}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return answer.ok();
}
