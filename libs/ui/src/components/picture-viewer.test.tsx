import { createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { PictureViewer } from "./picture-viewer.tsx";

const show = (onClose = () => {}) =>
  render(<PictureViewer alt="A bowl" src="/bowl.jpg" width={400} height={800} onClose={onClose} />);
const scale = () => screen.getByRole("status", { name: "Zoom" }).textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

function keeps(key: string, modifiers: Partial<KeyboardEventInit> = {}): boolean {
  const event = createEvent.keyDown(document.body, { key, ...modifiers });
  fireEvent(document.body, event);
  return event.defaultPrevented;
}

test("plus, minus, nought and the arrows are the viewer's", () => {
  show();
  for (const key of ["+", "-", "0", "ArrowLeft", "ArrowDown"]) expect(keeps(key), key).toBe(true);
  expect(keeps("+", { shiftKey: true })).toBe(true);
});

test.each([
  ["+", { ctrlKey: true }],
  ["=", { ctrlKey: true }],
  ["-", { ctrlKey: true }],
  ["0", { ctrlKey: true }],
  ["+", { metaKey: true }],
  ["ArrowLeft", { altKey: true }],
  ["ArrowRight", { altKey: true }],
])("%s with %o is the browser's: its own zoom, its way back", (key, modifiers) => {
  show();
  expect(keeps(key, modifiers)).toBe(false);
  expect(scale()).toBe("100%");
});

test("its steps lead from either end back to 100 %", async () => {
  show();
  const end = 8;
  for (let step = 0; step < end; step += 1) await press("Zoom in");
  expect(scale()).toBe("300%");
  const down: (string | null)[] = [];
  for (let step = 0; step < end; step += 1) {
    await press("Zoom out");
    down.push(scale());
  }
  expect(down).toContain("100%");
  expect(scale()).toBe("50%");

  const up: (string | null)[] = [];
  for (let step = 0; step < end; step += 1) {
    await press("Zoom in");
    up.push(scale());
  }
  expect(up).toContain("100%");
});

test("a double tap zooms to twice and back, from any scale", async () => {
  show();
  const picture = screen.getByAltText("A bowl");
  fireEvent.doubleClick(picture);
  expect(scale()).toBe("200%");
  await waitFor(() => {
    fireEvent.doubleClick(picture);
    expect(scale()).toBe("100%");
  });

  await press("Zoom out");
  fireEvent.doubleClick(picture);
  expect(scale()).toBe("200%");
});

test("the wheel zooms", () => {
  show();
  fireEvent.wheel(screen.getByAltText("A bowl"), { deltaY: -100 });
  expect(scale()).toBe("125%");
});

test("a tap beside the picture closes, a drag there does not", async () => {
  const onClose = vi.fn();
  show(onClose);
  const beside = document.querySelector(".viewport")!;
  await userEvent.pointer([
    { keys: "[MouseLeft>]", target: beside, coords: { clientX: 5, clientY: 100 } },
    { target: beside, coords: { clientX: 5, clientY: 160 } },
    { keys: "[/MouseLeft]", target: beside, coords: { clientX: 5, clientY: 160 } },
  ]);
  expect(onClose).not.toHaveBeenCalled();

  await userEvent.click(screen.getByAltText("A bowl"), { pointerEventsCheck: 0 });
  expect(onClose).not.toHaveBeenCalled();

  await userEvent.click(beside);
  expect(onClose).toHaveBeenCalledOnce();
});
