import { HttpResponse } from "msw";

import { refuse, type FakeApi } from "./answers.ts";
import type { SentCode } from "./world.ts";

/** The life of a code in ms (spec 000 §9). */
const CODE_LIFE_MS = 120_000;

/** A number as the wire names it. */
export interface Phone {
  callingCodeId: number;
  mobileNumber: string;
}

/** "Sends" a code and answers as the API does. */
export function sendCode(
  api: FakeApi,
  purpose: SentCode["purpose"],
  { callingCodeId, mobileNumber }: Phone,
): Response {
  const code = String(111_111 + api.sent.length);
  api.sent.push({ purpose, callingCodeId, mobileNumber, code });
  const expiredAt = new Date(Date.now() + CODE_LIFE_MS).toISOString();
  const message = "OTP sent successfully! Please check your phone.";
  return HttpResponse.json({ message, expiredAt, requestId: `exchange-${api.sent.length}` });
}

/** Whether a code was sent to this number for this purpose. */
export const isRightCode = (
  api: FakeApi,
  purpose: SentCode["purpose"],
  phone: Phone,
  code: string,
): boolean =>
  api.sent.some((sent) => sent.purpose === purpose && isSame(sent, phone) && sent.code === code);

/** Whether two numbers are one. */
export const isSame = (one: Phone, other: Phone): boolean =>
  one.callingCodeId === other.callingCodeId && one.mobileNumber === other.mobileNumber;

/** The refusal of a wrong code. */
export const wrongCode = (): Response =>
  refuse(422, { message: "Invalid verification code. Please try again.", code: "invalid_code" });
