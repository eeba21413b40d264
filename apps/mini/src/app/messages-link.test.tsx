import { aMessage } from "@loyalty/api-client/testing/world";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import { MessagesLink } from "./messages-link.tsx";

const app = setUpMemberApp();

test.each([
  [0, "Messages", ""],
  [1, "Messages, 1 unread", "1"],
  [99, "Messages, 99 unread", "99"],
  [100, "Messages, 100 unread", "99+"],
])("%i unread messages", async (count, name, shown) => {
  app.api.world.messages[1] = [
    ...Array.from({ length: count }, (_, id) => aMessage({ id })),
    aMessage({ id: 1000, isRead: true }),
  ];
  app.open("/", "/", MessagesLink);

  const link = await screen.findByRole("link", { name });
  expect(link).toHaveAttribute("href", "/messages");
  expect(link).toHaveTextContent(shown);
});
