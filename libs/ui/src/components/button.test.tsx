import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Button } from "./button.tsx";

test("is accessible, busy or not", async () => {
  const { container } = render(
    <>
      <Button>Continue</Button>
      <Button busy>Sending…</Button>
    </>,
  );

  await expectAccessible(container);
});

test("does not submit its form unless it is a submit button", async () => {
  const submit = vi.fn((event: SubmitEvent) => event.preventDefault());
  render(
    <form onSubmit={(event) => submit(event.nativeEvent as SubmitEvent)}>
      <Button>Resend</Button>
      <Button type="submit">Continue</Button>
    </form>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Resend" }));
  expect(submit).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(submit).toHaveBeenCalledOnce();
});

test("lets no second press through while it is busy, and keeps the focus", async () => {
  const press = vi.fn();
  const submit = vi.fn();
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy onClick={press}>
        Sending…
      </Button>
    </form>,
  );

  await userEvent.click(screen.getByRole("button"));

  expect(press).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByRole("button")).toHaveFocus();
});
