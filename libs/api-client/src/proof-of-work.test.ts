import { afterEach, describe, expect, test } from "vitest";

import cases from "../cases/work.json" with { type: "json" };
import { api, configureApi, responseBody } from "./http.ts";
import { solveWork } from "./proof-of-work.ts";
import { aMember } from "./testing/world.ts";

afterEach(() => configureApi({}));

const body = { CallingCodeId: 1, MobileNumber: "123456789", OtpCode: "123456" };
const signIn = () => responseBody(api().POST("/member/login", { body }));
const challenge = { puzzle: "1790000000.5f2c", bits: 8 };
const refused = (body: object) =>
  Response.json(body, { status: 429, headers: { "Retry-After": "1" } });

function answered(...answers: Response[]) {
  const sent: { work: string | null; body: unknown }[] = [];
  configureApi({
    fetch: async (request) => {
      sent.push({ work: request.headers.get("x-proof-of-work"), body: await request.json() });
      return answers.shift()!;
    },
  });
  return sent;
}

test("a puzzle is solved and the call sent once more, as it was", async () => {
  const sent = answered(
    refused({ message: "Please try again in a moment.", code: "challenge", challenge }),
    Response.json({ user: aMember(), loginToken: "ls.1", isFirstLogin: false }),
  );

  expect((await signIn()).loginToken).toBe("ls.1");

  expect(sent.map(({ work }) => work)).toEqual([null, "1790000000.5f2c:181"]);
  expect(sent[0]!.body).toEqual(sent[1]!.body);
});

test("a second puzzle in a row is an error", async () => {
  const refusal = { message: "Please try again in a moment.", code: "challenge", challenge };
  const sent = answered(refused(refusal), refused(refusal));

  await expect(signIn()).rejects.toMatchObject({ status: 429, code: "challenge" });

  expect(sent).toHaveLength(2);
});

test("any other 429 is an error", async () => {
  const sent = answered(refused({ message: "Please wait 30 seconds", code: "too_many" }));

  await expect(signIn()).rejects.toMatchObject({ message: "Please wait 30 seconds" });

  expect(sent).toHaveLength(1);
});

describe("the puzzle while codes are being guessed", () => {
  test.each(cases.filter(({ smallest }) => smallest))("$why", async ({ puzzle, bits, answer }) => {
    expect(await solveWork(puzzle, bits)).toBe(answer);
  });
});
