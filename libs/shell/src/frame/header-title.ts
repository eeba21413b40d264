import { createContext, useContext } from "react";

/** Where the header has place for a page's title; null before it is there. */
export const HeaderTitlePlace = createContext<HTMLElement | null>(null);

/** The element beside the logo into which a page can portal its title. */
export const useHeaderTitlePlace = () => useContext(HeaderTitlePlace);
