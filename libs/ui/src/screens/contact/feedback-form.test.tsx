import { createFakeApi, type FakeApi } from "@loyalty/api-client/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { expectAccessible } from "../../testing/accessibility.ts";
import { FeedbackForm } from "./feedback-form.tsx";

const server = setupServer();
let api: FakeApi;
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
beforeEach(() => {
  api = createFakeApi();
  server.resetHandlers(...api.handlers);
  sessionStorage.clear();
});

const field = (name: RegExp) => screen.getByLabelText(name);
const send = () => userEvent.click(screen.getByRole("button", { name: "Send feedback" }));

async function fillIn() {
  await userEvent.type(field(/^Your name/), "Wei Ling");
  await userEvent.type(field(/^Phone number/), "0123456789");
  await userEvent.selectOptions(field(/^Outlet/), "Publika");
  await userEvent.type(field(/^Your message/), "The broth was wonderful.");
}

test("is accessible and offers the twelve outlets", async () => {
  render(<FeedbackForm />);
  await expectAccessible();
  expect(field(/^Outlet/).querySelectorAll("option")).toHaveLength(13);
});

test("all four fields are asked for", async () => {
  render(<FeedbackForm />);
  await send();

  for (const sentence of [
    "Please enter your name",
    "Please enter your phone number",
    "Please choose the outlet",
    "Please write a message",
  ]) {
    expect(screen.getByText(sentence)).toBeVisible();
  }
  expect(api.world.feedback).toEqual([]);
});

test("a feedback arrives, is thanked for, and leaves an empty form", async () => {
  render(<FeedbackForm />);
  await fillIn();
  await send();

  expect(
    await screen.findByText("Thank you for your feedback! We will get back to you soon."),
  ).toBeVisible();
  expect(api.world.feedback).toEqual([
    {
      FullName: "Wei Ling",
      MobileNumber: "0123456789",
      OutletName: "Publika",
      Remarks: "The broth was wonderful.",
    },
  ]);
  expect(field(/^Your message/)).toHaveValue("");
});

test.each([
  [
    "an answer that says no",
    () => HttpResponse.json({}, { status: 500 }),
    "Failed to send feedback. Please try again.",
  ],
  ["no answer", () => HttpResponse.error(), "An error occurred. Please try again."],
])("%s is said, and what was typed stays", async (_, answer, sentence) => {
  server.use(http.post("*/email/feedback", answer));
  render(<FeedbackForm />);
  await fillIn();
  await send();

  expect(await screen.findByText(sentence)).toBeVisible();
  expect(field(/^Your message/)).toHaveValue("The broth was wonderful.");
});

test("an interrupted feedback goes on where it was left", async () => {
  const { unmount } = render(<FeedbackForm />);
  await fillIn();
  unmount();
  render(<FeedbackForm />);

  await waitFor(() => expect(field(/^Your message/)).toHaveValue("The broth was wonderful."));
});
