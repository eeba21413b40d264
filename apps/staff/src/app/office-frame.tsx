import { BrandMark } from "@loyalty/ui/brand-logo";
import { Drawer } from "@loyalty/ui/dialog";
import { useTexts } from "@loyalty/ui/i18n";
import { LanguageSelect, SchemeSwitch } from "@loyalty/ui/preferences";
import { QueryResult } from "@loyalty/ui/query-result";
import { chooseLanguage } from "@loyalty/ui/set-language";
import { Empty } from "@loyalty/ui/states";
import { Menu, UserRound, X } from "lucide-react";
import { useState } from "react";
import { Navigate, NavLink, Outlet, useLocation } from "react-router";

import { officeScreens } from "../office-screens.ts";
import { Page } from "../page/page.tsx";
import { paths, signInFrom } from "../paths.ts";
import type { Operation } from "../queries/requests.ts";
import { mayDo, type Me, useMe } from "../queries/session.tsx";
import { navigationTexts } from "../texts/navigation.ts";
import { staffTexts } from "../texts/staff.ts";
import { AccountNotices } from "./account-notices.tsx";
import styles from "./office-frame.module.css";

/** The layout of the office: the navigation at the side, on a phone behind a button, and the page. Only for who is signed in. */
export function OfficeFrame() {
  const t = useTexts(staffTexts);
  const query = useMe();
  const { pathname, search } = useLocation();
  if (query.data === null) return <Navigate to={signInFrom(pathname + search)} replace />;
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("noNetwork")} height="100dvh">
      {(me) => me && <Office me={me} />}
    </QueryResult>
  );
}

function Office({ me }: { me: Me }) {
  const t = useTexts(staffTexts);
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <div className={styles.office}>
      <header className={styles.bar}>
        <BrandMark brand="krua-bowl" size={32} />
        <p className={styles.name}>{t("name")}</p>
        <button
          type="button"
          className={styles.menuButton}
          aria-label={t("menu.open")}
          onClick={() => setMenuOpen(true)}
        >
          <Menu aria-hidden="true" size={24} />
        </button>
      </header>
      <header className={styles.side}>
        <p className={styles.brand}>
          <BrandMark brand="krua-bowl" size={36} />
          <span className={styles.name}>{t("name")}</span>
        </p>
        <Navigation me={me} />
      </header>
      <Drawer open={isMenuOpen} onClose={() => setMenuOpen(false)} title={t("menu.title")}>
        <div className={styles.drawer}>
          <button
            type="button"
            className={styles.menuButton}
            aria-label={t("menu.close")}
            onClick={() => setMenuOpen(false)}
          >
            <X aria-hidden="true" size={24} />
          </button>
          <Navigation me={me} onChosen={() => setMenuOpen(false)} />
        </div>
      </Drawer>
      <main className={styles.main}>
        <AccountNotices notices={me.noticeList} />
        <Outlet />
      </main>
    </div>
  );
}

/** The screens that somebody's roles open, their account, language and colours. */
function Navigation({ me, onChosen }: { me: Me; onChosen?: () => void }) {
  const t = useTexts(navigationTexts);
  const own = useTexts(staffTexts);
  const shown = officeScreens.filter(({ operation }) => mayDo(me, operation));
  return (
    <>
      <nav aria-label={own("menu.title")}>
        <ul role="list" className={styles.links}>
          {shown.map(({ path, name, Icon }) => (
            <li key={path}>
              <NavLink to={path} className={styles.link} onClick={onChosen}>
                <Icon aria-hidden="true" size={20} />
                {t(name)}
              </NavLink>
            </li>
          ))}
          <li>
            <NavLink to={paths.account} className={styles.link} onClick={onChosen}>
              <UserRound aria-hidden="true" size={20} />
              {me.name}
            </NavLink>
          </li>
        </ul>
      </nav>
      <div className={styles.preferences}>
        <LanguageSelect onChoose={chooseLanguage} />
        <SchemeSwitch />
      </div>
    </>
  );
}

/** The routes below it, for whom the roles open an operation; others read that they do not. */
export function OnlyFor({ operation }: { operation: Operation }) {
  const t = useTexts(staffTexts);
  const { data: me } = useMe();
  if (mayDo(me, operation)) return <Outlet />;
  return (
    <Page title={t("otherRole.title")} narrow>
      <Empty text={t("otherRole.text")} />
    </Page>
  );
}
