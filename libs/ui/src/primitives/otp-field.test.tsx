import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { describe, expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/accessibility.ts";
import { OtpBoxes, type OtpBoxesHandle, type OtpBoxesProps } from "./otp-field.tsx";

function renderBoxes(props: Partial<OtpBoxesProps> = {}) {
  const onChange = vi.fn();
  const ref = createRef<OtpBoxesHandle>();
  render(<OtpBoxes label="Code" pasteRule="exact6" onChange={onChange} ref={ref} {...props} />);
  return { onChange, handle: ref.current! };
}
const boxes = () => screen.getAllByRole<HTMLInputElement>("textbox");
const shown = () =>
  boxes()
    .map((box) => box.value || "·")
    .join("");

async function paste(position: number, text: string) {
  boxes()[position]!.focus();
  await userEvent.paste(text);
}

test("is accessible: a named group of six named boxes", async () => {
  renderBoxes({ error: "Please enter a valid 6-digit OTP code" });

  expect(screen.getByRole("group", { name: "Code" })).toBeVisible();
  expect(boxes()).toHaveLength(6);
  expect(boxes()[2]).toHaveAccessibleName("Digit 3 of 6");
  expect(boxes()[0]).toHaveAccessibleDescription("Please enter a valid 6-digit OTP code");
  expect(boxes()[0]).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessible();
});

describe("typing", () => {
  test("takes one digit a box and moves on", async () => {
    const { onChange } = renderBoxes();
    boxes()[0]!.focus();

    await userEvent.keyboard("123456");

    expect(shown()).toBe("123456");
    expect(onChange).toHaveBeenLastCalledWith("123456");
    expect(boxes()[5]).toHaveFocus();
  });

  test("ignores everything that is not a digit", async () => {
    renderBoxes();
    boxes()[0]!.focus();

    await userEvent.keyboard("a-1 b2");

    expect(shown()).toBe("12····");
  });

  test("replaces the digit of a box that was full", async () => {
    renderBoxes();
    boxes()[0]!.focus();
    await userEvent.keyboard("12");

    boxes()[0]!.focus();
    await userEvent.keyboard("9");

    expect(shown()).toBe("92····");
  });

  test("moves by the arrow keys", async () => {
    renderBoxes();
    boxes()[2]!.focus();

    await userEvent.keyboard("{ArrowRight}");
    expect(boxes()[3]).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(boxes()[1]).toHaveFocus();
  });

  test("backspace empties a box, and from an empty one the box before", async () => {
    renderBoxes();
    boxes()[0]!.focus();
    await userEvent.keyboard("123");

    await userEvent.keyboard("{Backspace}");
    expect(shown()).toBe("12····");
    expect(boxes()[2]).toHaveFocus();

    await userEvent.keyboard("{Backspace}");
    expect(shown()).toBe("1·····");
    expect(boxes()[1]).toHaveFocus();
  });

  test("the keyboard's suggestion of a whole code fills all boxes", () => {
    renderBoxes();

    fireEvent.change(boxes()[0]!, { target: { value: "654321" } });

    expect(shown()).toBe("654321");
  });

  test("enter tells the form the code", async () => {
    const onEnter = vi.fn();
    renderBoxes({ onEnter });
    boxes()[0]!.focus();

    await userEvent.keyboard("123456{Enter}");

    expect(onEnter).toHaveBeenCalledExactlyOnceWith("123456");
  });
});

describe("pasting", () => {
  test.each(["123456", " 123456\n"])("at sign-in takes six digits: %j", async (text) => {
    const { onChange } = renderBoxes();

    await paste(0, text);

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
    await paste(0, text);
    expect(shown()).toBe("123456");
  });

  test.each(["12345", "1234567", "+60 123 456 789", "123456 or 654321", "no code"])(
    "at sign-in refuses what is not exactly six digits: %j",
    async (text) => {
      renderBoxes();
      await paste(0, text);
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
    await paste(0, text);
    expect(shown()).toBe(expected);
  });

  test("is accepted in the first box only", async () => {
    renderBoxes();
    await paste(1, "123456");
    expect(shown()).toBe("······");
  });
});

test("a form can clear the boxes, which focuses the first, and fill them", async () => {
  const { handle, onChange } = renderBoxes();

  act(() => handle.fill("111111"));
  expect(shown()).toBe("111111");

  act(() => handle.clear());
  expect(shown()).toBe("······");
  expect(onChange).toHaveBeenLastCalledWith("");
  expect(boxes()[0]).toHaveFocus();
});
