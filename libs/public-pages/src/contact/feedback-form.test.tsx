import enquiryCases from "@loyalty/api-client/cases/enquiries.json";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { expectAccessible } from "@loyalty/ui/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";

import { FeedbackForm } from "./feedback-form.tsx";

let api: FakeApi;
const server = serveFakeApi((fake) => (api = fake), { visitor: true });
beforeEach(() => sessionStorage.clear());

const field = (name: RegExp) => screen.getByLabelText(name);
const send = () => userEvent.click(screen.getByRole("button", { name: "Send feedback" }));

async function fillIn() {
  await userEvent.type(field(/^Your name/), "Wei Ling");
  await userEvent.type(field(/^Phone number/), "0123456789");
  await userEvent.selectOptions(field(/^Outlet/), "Publika");
  await userEvent.type(field(/^Your message/), "The broth was wonderful.");
}

test("is accessible", async () => {
  render(<FeedbackForm />);
  await expectAccessible();
});

test("every outlet of both brands can be named, the twelve of the specification first and in its order", () => {
  render(<FeedbackForm />);
  const offered = [...field(/^Outlet/).querySelectorAll("option")]
    .map(({ value }) => value)
    .filter(Boolean);

  expect(offered.slice(0, 12)).toEqual(enquiryCases.outlets);
  expect(offered.slice(12)).toEqual([
    "Sunway Pyramid",
    "Mid Valley Megamall",
    "Pavilion Bukit Jalil",
    "LaLaport Bukit Bintang",
    "MyTOWN Cheras",
    "Sunway Velocity",
    "1 Utama",
  ]);
  const groups = [...field(/^Outlet/).querySelectorAll("optgroup")];
  expect(groups.map(({ label, children }) => [label, children.length])).toEqual([
    ["Krua Bowl", 15],
    ["Thong Cha", 4],
  ]);
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
  ["a falsy answer", () => HttpResponse.json(false), "Failed to send feedback. Please try again."],
  ["null", () => HttpResponse.json(null), "Failed to send feedback. Please try again."],
  [
    "an empty answer",
    () => new HttpResponse(null, { status: 200, headers: { "Content-Length": "0" } }),
    "Failed to send feedback. Please try again.",
  ],
  ["no answer", () => HttpResponse.error(), "An error occurred. Please try again."],
])("%s is shown, and what was typed stays", async (_, answer, sentence) => {
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

test("what is typed before the prerendered page is hydrated stays, with the rest of an earlier draft", async () => {
  sessionStorage.setItem("feedbackDraft", JSON.stringify({ name: "Wei", message: "The broth" }));
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<FeedbackForm />);
  await userEvent.type(field(/^Your name/), "Wei Ling");
  await userEvent.selectOptions(field(/^Outlet/), "Publika");
  render(<FeedbackForm />, { container, hydrate: true });

  await waitFor(() => expect(field(/^Your message/)).toHaveValue("The broth"));
  expect(field(/^Your name/)).toHaveValue("Wei Ling");
  expect(field(/^Outlet/)).toHaveValue("Publika");
  expect(sessionStorage.getItem("feedbackDraft")).toContain("Wei Ling");
});
