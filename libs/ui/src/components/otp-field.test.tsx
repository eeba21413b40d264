import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { describe, expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { OtpBoxes, type OtpBoxesHandle, type OtpBoxesProps } from "./otp-field.tsx";

function renderBoxes(props: Partial<OtpBoxesProps> = {}) {
  const onChange = vi.fn();
  const ref = createRef<OtpBoxesHandle>();
  render(<OtpBoxes label="Code" pasteRule="exact6" onChange={onChange} ref={ref} {...props} />);
  return { onChange, handle: ref.current! };
}
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Code" });
const shown = () =>
  [...document.querySelectorAll(".boxes > span")].map((box) => box.textContent || "·").join("");

async function type(keys: string) {
  await userEvent.click(field());
  await userEvent.keyboard(keys);
}

async function paste(text: string) {
  await userEvent.click(field());
  await userEvent.paste(text);
}

test("is accessible: one named field, described by its error", async () => {
  renderBoxes({ error: "Please enter a valid 6-digit OTP code" });

  expect(field()).toHaveAccessibleDescription("Please enter a valid 6-digit OTP code");
  expect(field()).toBeInvalid();
  expect(field()).toHaveAttribute("autocomplete", "one-time-code");
  expect(field()).toHaveAttribute("inputmode", "numeric");
  expect(shown()).toBe("······");
  await expectAccessible();
});

describe("typing", () => {
  test("fills one box a digit", async () => {
    const { onChange } = renderBoxes();
    await type("123456");

    expect(shown()).toBe("123456");
    expect(onChange).toHaveBeenLastCalledWith("123456");
  });

  test("ignores everything that is not a digit", async () => {
    renderBoxes();
    await type("a-1 b2");

    expect(shown()).toBe("12····");
  });

  test("backspace takes the digits back, one by one", async () => {
    renderBoxes();
    await type("123{Backspace}");
    expect(shown()).toBe("12····");

    await userEvent.keyboard("{Backspace}");
    expect(shown()).toBe("1·····");
  });

  test("the keyboard's suggestion of a whole code fills all boxes", () => {
    renderBoxes();
    fireEvent.change(field(), { target: { value: "654321" } });

    expect(shown()).toBe("654321");
  });

  test("Enter gives the form the code", async () => {
    const onEnter = vi.fn();
    renderBoxes({ onEnter });
    await type("123456{Enter}");

    expect(onEnter).toHaveBeenCalledExactlyOnceWith("123456");
  });
});

describe("pasting", () => {
  test.each(["123456", " 123456\n"])("at sign-in takes six digits: %j", async (text) => {
    const { onChange } = renderBoxes();
    await paste(text);

    expect(shown()).toBe("123456");
    expect(onChange).toHaveBeenLastCalledWith("123456");
  });

  test.each([
    "123 456",
    "123-456",
    "Code 123456",
    "123456 is your verification code. It is valid for 2 minutes. Never share it.",
    "Your code is 123 456, good for 2 minutes",
  ])("at sign-in takes the code out of what it came in: %j", async (text) => {
    renderBoxes();
    await paste(text);
    expect(shown()).toBe("123456");
  });

  test.each(["12345", "1234567", "+60 123 456 789", "123456 or 654321", "no code"])(
    "at sign-in refuses what is not exactly six digits: %j",
    async (text) => {
      renderBoxes();
      await paste(text);
      expect(shown()).toBe("······");
    },
  );

  test.each([
    ["1234567", "123456"],
    ["123-456", "123456"],
    ["1234", "1234··"],
    ["Your code is 123456. Valid for 2 minutes.", "123456"],
    ["Valid for 2 minutes: 123456", "123456"],
  ])("at registration cuts %j to six digits", async (text, expected) => {
    renderBoxes({ pasteRule: "cut6" });
    await paste(text);
    expect(shown()).toBe(expected);
  });

  test("replaces what was typed before, wherever the cursor is", async () => {
    renderBoxes();
    await type("99");
    await userEvent.paste("123456");
    expect(shown()).toBe("123456");
  });
});

test("a form can clear the field, which focuses it, and fill it", () => {
  const { handle, onChange } = renderBoxes();

  act(() => handle.fill("111111"));
  expect(shown()).toBe("111111");

  act(() => handle.clear());
  expect(shown()).toBe("······");
  expect(onChange).toHaveBeenLastCalledWith("");
  expect(field()).toHaveFocus();
});
