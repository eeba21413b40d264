import { render } from "@testing-library/react";
import { expect, test } from "vitest";

import { Prose } from "./reward-content.tsx";

test("paragraphs and lists are drawn, and nothing that could run or lead away", () => {
  const { container } = render(
    <Prose
      html={`<p onclick="x()">Hot <strong style="color:red">noodles</strong></p><ul><li>One a bill</li></ul>
        <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x()">a link</a>`}
    />,
  );

  expect(container.querySelector("p")).toHaveTextContent("Hot noodles");
  expect(container.querySelector("li")).toHaveTextContent("One a bill");
  expect(container).toHaveTextContent("a link");
  expect(container.querySelectorAll("script, img, a, [onclick], [style]")).toHaveLength(0);
  expect(container).not.toHaveTextContent("alert");
});

test("the line does not break within an amount", () => {
  const { container } = render(<Prose html="<p>RM 5 off from RM 30</p>" />);
  expect(container.textContent).toBe("RM\u00A05 off from RM\u00A030");
});
