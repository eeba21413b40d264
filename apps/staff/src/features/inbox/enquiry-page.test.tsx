import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import { EnquiryPage } from "./enquiry-page.tsx";
import type { Enquiry } from "./queries.ts";

const enquiry: Enquiry = {
  id: 7,
  kind: "feedback",
  state: "open",
  createdAt: "2026-03-14T02:00:00Z",
  fullName: "Benjamin Tan",
  mobileNumber: "+60 19-876 5432",
  email: null,
  identificationNumber: null,
  address: null,
  department: null,
  place: null,
  outletName: "KL East Mall",
  remarks: "The tom yum was splendid.",
  file: null,
  notes: [],
};

let marks: unknown[];
let answerMark: () => Promise<Response>;
let shown: Enquiry;

beforeEach(() => {
  marks = [];
  shown = enquiry;
  answerCalls(
    () => null,
    ({ method, body }) => {
      if (method !== "PATCH") return Response.json(shown);
      marks.push(body);
      return answerMark();
    },
  );
  renderScreen(<EnquiryPage enquiryId={7} />);
});

test("a refused mark shows the API's sentence and the new state, and keeps the note", async () => {
  const sentence = "Somebody has marked this as closed meanwhile.";
  answerMark = async () => {
    shown = { ...enquiry, state: "closed" };
    return Response.json({ code: "enquiry_changed", message: sentence }, { status: 409 });
  };
  await userEvent.type(await screen.findByLabelText("Note"), "Called them.");
  await userEvent.click(screen.getByRole("button", { name: "Mark as answered" }));

  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByLabelText("Note")).toHaveValue("Called them.");
  expect(await screen.findByRole("button", { name: "Open again" })).toBeVisible();
});

test("a double tap marks once, with what was on the screen", async () => {
  let settle: ((response: Response) => void) | undefined;
  answerMark = () => new Promise((resolve) => (settle = resolve));
  await userEvent.dblClick(await screen.findByRole("button", { name: "Mark as answered" }));
  settle?.(Response.json({ ...enquiry, state: "answered" }));

  expect(await screen.findByRole("button", { name: "Open again" })).toBeVisible();
  expect(marks).toEqual([{ state: "answered", seenState: "open", note: "" }]);
});
