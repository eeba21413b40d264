import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import { VisuallyHidden } from "../components/visually-hidden.tsx";

/**
 * What a full page load would have done: every navigation starts at the top (spec 000 §2), the
 * focus is on the page's heading, and a screen reader announces the new title.
 * A change of the query alone (a tab, a filter) is not a new page.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState("");
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo({ top: 0, left: 0, behavior: "instant" });
    const heading = document.querySelector<HTMLElement>("h1");
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    setAnnounced(document.title);
  }, [pathname]);

  return (
    <p role="status">
      <VisuallyHidden>{announced}</VisuallyHidden>
    </p>
  );
}
