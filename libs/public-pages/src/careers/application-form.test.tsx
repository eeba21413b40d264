import { translateErrorsWith } from "@loyalty/api-client/errors";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { i18n } from "@loyalty/ui/i18n";
import { expectAccessible } from "@loyalty/ui/testing";
import malayErrors from "@loyalty/shell/texts/ms/errors.json";
import { translateErrors } from "@loyalty/shell/translate-errors";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApplicationForm } from "./application-form.tsx";
import malay from "./texts/ms/application.json";

let api: FakeApi;
const server = serveFakeApi((fake) => (api = fake), { visitor: true });
beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  translateErrorsWith(() => null);
  await act(() => i18n.changeLanguage("en"));
  for (const namespace of ["errors", "application"]) i18n.removeResourceBundle("ms", namespace);
});

const field = (name: RegExp) => screen.getByLabelText(name);
const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit application" }));

async function fillIn() {
  await userEvent.type(field(/^Full name/), "Aisyah binti Rahman");
  await userEvent.type(field(/^Email/), "aisyah@example.com");
  await userEvent.type(field(/^IC or passport/), "990101-14-5678");
  await userEvent.type(field(/^Phone number/), "012-345 6789");
  await userEvent.type(field(/^Home address/), "12, Jalan Besar");
  await userEvent.selectOptions(field(/^Department/), "Kitchen Crew");
  await userEvent.selectOptions(field(/^Preferred location/), "Melaka");
}

test("is accessible, and offers the seven departments and four places", async () => {
  render(<ApplicationForm />);
  await expectAccessible();
  expect(field(/^Department/).querySelectorAll("option")).toHaveLength(8);
  expect(field(/^Preferred location/).querySelectorAll("option")).toHaveLength(5);
  expect(field(/^CV/)).toHaveAttribute("accept", ".pdf,.doc,.docx");
});

test("says what is missing, by field, and leads to the first", async () => {
  render(<ApplicationForm />);
  await submit();

  for (const sentence of [
    "Please enter your full name",
    "Please enter your email address",
    "Please enter your IC or passport number",
    "Please enter your phone number",
    "Please enter your home address",
    "Please choose a department",
    "Please choose a location",
  ]) {
    expect(screen.getByText(sentence)).toBeVisible();
  }
  await waitFor(() => expect(field(/^Full name/)).toHaveFocus());
  expect(api.world.applications).toEqual([]);
});

test("an application arrives with its CV, is thanked for, and leaves an empty form", async () => {
  render(<ApplicationForm />);
  await fillIn();
  await userEvent.upload(
    field(/^CV/),
    new File(["%PDF-1.7"], "my cv.PDF", { type: "application/pdf" }),
  );
  screen.getByRole("button", { name: "Submit application" }).click();

  expect(await screen.findByRole("button", { name: "Submitting..." })).toBeVisible();
  expect(
    await screen.findByText(
      "Application submitted successfully! HR will review your application and contact you soon.",
    ),
  ).toBeVisible();
  expect(api.world.applications).toEqual([
    {
      FullName: "Aisyah binti Rahman",
      Email: "aisyah@example.com",
      MobileNumber: "012-345 6789",
      IdentificationNumber: "990101-14-5678",
      Address: "12, Jalan Besar",
      AppliedDepartment: "Kitchen Crew",
      PrefferedLocation: "Melaka",
      AttachmentFile: btoa("%PDF-1.7"),
      AttachmentFileName: "my cv.PDF",
      AttachmentFileExtension: ".pdf",
    },
  ]);
  expect(field(/^Full name/)).toHaveValue("");
  expect(sessionStorage.getItem("careerDraft")).toBeNull();
});

const NOT_THIS_KIND = "Please attach a .pdf, .doc or .docx file";

test("a file that cannot be taken is refused when it is chosen, and never sent", async () => {
  render(<ApplicationForm />);
  await fillIn();
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(field(/^CV/), new File(["MZ"], "cv.exe"));
  expect(screen.getByText(NOT_THIS_KIND)).toBeVisible();
  expect(field(/^CV/)).toBeInvalid();
  await submit();
  expect(api.world.applications).toEqual([]);

  const large = new File(["%PDF"], "cv.pdf");
  Object.defineProperty(large, "size", { value: 5 * 1024 * 1024 + 1 });
  await user.upload(field(/^CV/), large);
  expect(screen.queryByText(NOT_THIS_KIND)).not.toBeInTheDocument();
  expect(
    screen.getByText("This file is larger than 5 MB. Please choose a smaller one"),
  ).toBeVisible();

  await user.upload(field(/^CV/), new File(["%PDF"], "cv.pdf"));
  expect(field(/^CV/)).toBeValid();
  expect(field(/^CV/)).toHaveAccessibleDescription(/cv\.pdf/);
});

test("a chosen file can be taken back", async () => {
  render(<ApplicationForm />);
  await userEvent.upload(field(/^CV/), new File(["%PDF"], "cv.pdf"));
  await expectAccessible();
  await userEvent.click(screen.getByRole("button", { name: "Remove cv.pdf" }));
  expect(screen.getByText("No file chosen")).toBeVisible();
  expect(field(/^CV/)).toHaveFocus();
});

test("what the server finds wrong goes when another file is chosen", async () => {
  server.use(
    http.post("*/email/career", () =>
      HttpResponse.json(
        { message: "Macros.", code: "attachment_refused", errors: { AttachmentFile: ["Macros."] } },
        { status: 422 },
      ),
    ),
  );
  render(<ApplicationForm />);
  await fillIn();
  await userEvent.upload(field(/^CV/), new File(["%PDF"], "cv.pdf"));
  await submit();
  await waitFor(() => expect(field(/^CV/)).toHaveAccessibleDescription(/^Macros\./));
  await userEvent.upload(field(/^CV/), new File(["%PDF"], "cv-2.pdf"));
  expect(field(/^CV/)).toBeValid();
});

test.each([
  [
    { code: "invalid", errors: { MobileNumber: ["Please enter a valid phone number"] } },
    "Please check what you have entered.",
    malay.phoneInvalid,
    malayErrors.invalid,
  ],
  [
    {
      code: "attachment_refused",
      reason: "macros",
      errors: { AttachmentFile: ["This document contains macros."] },
    },
    "This document contains macros.",
    malay.file.macros,
    malayErrors.attachment_refused,
  ],
])("an error is shown in the reader's language: %j", async (body, message, atField, banner) => {
  i18n.addResourceBundle("ms", "errors", malayErrors);
  i18n.addResourceBundle("ms", "application", malay);
  translateErrors();
  server.use(
    http.post("*/email/career", () => HttpResponse.json({ message, ...body }, { status: 422 })),
  );
  render(<ApplicationForm />);
  await fillIn();
  await act(() => i18n.changeLanguage("ms"));
  await userEvent.click(screen.getByRole("button", { name: malay.submit }));

  expect(await screen.findByText(atField)).toBeVisible();
  expect(screen.getByText(banner)).toBeVisible();
});

test.each([
  [
    "no connection",
    () => HttpResponse.error(),
    "Error submitting application. Please check your internet connection and try again.",
  ],
  [
    "a server in trouble",
    () => HttpResponse.json({ message: "Something went wrong" }, { status: 500 }),
    "Error submitting application. Please try again.",
  ],
  [
    "a refusal of the server",
    () => HttpResponse.json({ message: "The file is not a PDF." }, { status: 422 }),
    "The file is not a PDF.",
  ],
])("%s is shown in a banner, and what was typed stays", async (_, answer, sentence) => {
  server.use(http.post("*/email/career", answer));
  render(<ApplicationForm />);
  await fillIn();
  await submit();

  expect(await screen.findByText(sentence)).toBeVisible();
  expect(field(/^Full name/)).toHaveValue("Aisyah binti Rahman");
});

test("the banner goes after 3 s", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  server.use(http.post("*/email/career", () => HttpResponse.json({}, { status: 500 })));
  render(<ApplicationForm />);
  await fillIn();
  await submit();
  const banner = await screen.findByRole("alert");

  vi.advanceTimersByTime(2500);
  expect(banner).toBeInTheDocument();
  vi.advanceTimersByTime(600);
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
});

test("an interrupted application goes on where it was left, without the identity card", async () => {
  const { unmount } = render(<ApplicationForm />);
  await fillIn();
  unmount();

  render(<ApplicationForm />);

  await waitFor(() => expect(field(/^Full name/)).toHaveValue("Aisyah binti Rahman"));
  expect(field(/^IC or passport/)).toHaveValue("");
});
