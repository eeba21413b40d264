import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

import { VisuallyHidden } from "../components/visually-hidden.tsx";

/**
 * What a full page load would have done: every navigation starts at the top (spec 000 §2) or at the section that the
 * address names, the focus is on its heading, and a screen reader announces the new title.
 * A change of the query alone (a tab, a filter) is not a new page.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const [announced, setAnnounced] = useState("");
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const section = hash === "" ? null : document.getElementById(hash.slice(1));
    if (section) section.scrollIntoView({ behavior: "instant" });
    else window.scrollTo({ top: 0, left: 0, behavior: "instant" });
    const heading = section?.querySelector("h2") ?? document.querySelector("h1");
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    setAnnounced(document.title);
  }, [pathname, hash]);

  return (
    <p role="status">
      <VisuallyHidden>{announced}</VisuallyHidden>
    </p>
  );
}
