import { expect, test } from "vitest";

import cases from "../../cases/enquiries.json";
import {
  ATTACHMENT_EXTENSIONS,
  ATTACHMENT_MAX_BYTES,
  attachmentProblem,
  FEEDBACK_OUTLETS,
} from "./enquiries.ts";

test("the forms offer what the API takes", () => {
  expect(FEEDBACK_OUTLETS).toEqual(cases.outlets);
  expect(ATTACHMENT_EXTENSIONS).toEqual(cases.extensions);
  expect(ATTACHMENT_MAX_BYTES).toBe(cases.maxBytes);
});

test.each([
  ["cv.pdf", 1, null],
  ["CV.DOCX", ATTACHMENT_MAX_BYTES, null],
  ["cv.pdf", ATTACHMENT_MAX_BYTES + 1, "size"],
  ["cv.pdf", 0, "empty"],
  ["cv.exe", 1, "kind"],
  ["cv.pdf.exe", 1, "kind"],
  ["cv", 1, "kind"],
] as const)("%s of %i bytes: %s", (name, size, problem) => {
  expect(attachmentProblem({ name, size })).toBe(problem);
});
