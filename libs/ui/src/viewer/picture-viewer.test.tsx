import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { PictureViewer } from "./picture-viewer.tsx";

const show = () =>
  render(
    <PictureViewer alt="A bowl" src="/bowl.jpg" width={400} height={800} onClose={() => {}} />,
  );
const scale = () => screen.getByRole("status", { name: "Zoom" }).textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

/** Whether the viewer kept a key for itself. */
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
