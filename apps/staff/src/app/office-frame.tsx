import { BrandMark } from "@loyalty/ui/brand-logo";
import { DEFAULT_BRAND } from "@loyalty/ui/brands";
import { Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { LanguageSelect, SchemeSwitch } from "@loyalty/ui/preferences";
import { QueryResult } from "@loyalty/ui/query-result";
import { chooseLanguage } from "@loyalty/ui/set-language";
import { Empty } from "@loyalty/ui/states";
import textStyles from "@loyalty/ui/text.module.css";
import hidden from "@loyalty/ui/visually-hidden.module.css";
import { Bell, ChevronsUpDown, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, NavLink, Outlet, useLocation } from "react-router";

import { GROUPS, type OfficeGroup, officeScreens } from "../office-screens.ts";
import { Page } from "../components/page.tsx";
import { useRoleNames } from "../components/role-names.ts";
import { paths, signInFrom } from "../paths.ts";
import type { Operation } from "../queries/requests.ts";
import { hasPermission, type Me, useMe } from "../queries/session.tsx";
import { type Today, useToday } from "../queries/today.ts";
import { navigationTexts } from "../texts/staff.ts";
import { staffTexts } from "../texts/staff.ts";
import { AccountNotices } from "./account-notices.tsx";
import tabStyles from "../components/tab-bar.module.css";
import styles from "./office-frame.module.css";
import { OfficeSearch } from "./office-search.tsx";

/** The layout of the office: the navigation at the side, on a phone five tabs below, and the page. Only for who is signed in. */
export function OfficeFrame() {
  const { t } = useTranslation(staffTexts);
  const query = useMe();
  const { pathname, search } = useLocation();
  if (query.data === null) return <Navigate to={signInFrom(pathname + search)} replace />;
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("noNetwork")} height="100dvh">
      {(me) => me && <Office me={me} />}
    </QueryResult>
  );
}

const screensOf = (me: Me, group: OfficeGroup) =>
  officeScreens.filter((screen) => screen.group === group && hasPermission(me, screen.operation));

function waitsOn(today: Today | undefined): Partial<Record<string, number>> {
  if (!today) return {};
  return {
    bills: today.unverifiedBillCount,
    vouchers: today.stuckVoucherCount,
    reconcile: today.unreconciledDayCount,
    inbox: today.openEnquiryCount ?? 0,
  };
}

const approvalsIn = (today: Today | undefined) =>
  today
    ? today.approvalCount + (today.waitingDraftCount ?? 0) + (today.waitingBroadcastCount ?? 0)
    : 0;

function Office({ me }: { me: Me }) {
  const { t } = useTranslation(staffTexts);
  const { pathname } = useLocation();
  const today = useToday({ isWanted: hasPermission(me, "GET /staff/today") }).data;
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  const counts = waitsOn(today);
  const bell = hasPermission(me, "GET /staff/approval") && (
    <ApprovalsBell count={approvalsIn(today)} />
  );
  const here = officeScreens.find(
    ({ path }) => pathname === path || pathname.startsWith(`${path}/`),
  );
  return (
    <div className={styles.office}>
      <a href="#page" className={styles.skip}>
        {t("skip")}
      </a>
      <header className={styles.side}>
        <div className={styles.brand}>
          <BrandMark brand={DEFAULT_BRAND} size={28} />
          <span className={styles.name}>{t("name")}</span>
          {bell}
        </div>
        <button type="button" className={styles.search} onClick={() => setSearching(true)}>
          <Search aria-hidden="true" size={16} />
          <span>{t("search.label")}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <nav aria-label={t("menu.title")} className={styles.nav}>
          {GROUPS.map((group) => (
            <Group key={group} me={me} group={group} counts={counts} />
          ))}
          <Person me={me} />
        </nav>
      </header>
      <main id="page" className={styles.main} tabIndex={-1}>
        <AccountNotices notices={me.noticeList} />
        {here?.group && <Siblings me={me} group={here.group} />}
        <Outlet />
      </main>
      <Tabs me={me} counts={counts} group={here?.group ?? null} />
      {isSearching && <OfficeSearch me={me} onClose={() => setSearching(false)} />}
    </div>
  );
}

function ApprovalsBell({ count }: { count: number }) {
  const { t } = useTranslation(staffTexts);
  const { t: n } = useTranslation(navigationTexts);
  return (
    <NavLink to="/approvals" className={styles.bell} title={n("approvals")}>
      <Bell aria-hidden="true" size={18} />
      <span className={hidden.hidden}>{n("approvals")}</span>
      {count > 0 && (
        <>
          <b aria-hidden="true" className={tabStyles.count}>
            {count}
          </b>
          <span className={hidden.hidden}>{t("bell", { count })}</span>
        </>
      )}
    </NavLink>
  );
}

interface GroupProps {
  me: Me;
  group: OfficeGroup;
  counts: Partial<Record<string, number>>;
}

/** The screens of a group that a user's roles open, with what waits on them. */
function Group({ me, group, counts }: GroupProps) {
  const { t } = useTranslation(navigationTexts);
  const shown = screensOf(me, group);
  if (shown.length === 0) return null;
  const title = group === "today" ? undefined : t(`groups.${group}`);
  return (
    <>
      {title && <p className={styles.heading}>{title}</p>}
      <ul role="list" aria-label={title} className={styles.links}>
        {shown.map(({ path, name, Icon }) => (
          <li key={path}>
            <NavLink to={path} className={styles.link}>
              <Icon aria-hidden="true" size={16} />
              <span className={`${layoutStyles.grow} ${textStyles.wrap}`}>{t(name)}</span>
              {(counts[name] ?? 0) > 0 && <em>{counts[name]}</em>}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who is signed in; below it their account, language and colours. */
function Person({ me }: { me: Me }) {
  const { t } = useTranslation(staffTexts);
  const { t: n } = useTranslation(navigationTexts);
  const nameOf = useRoleNames();
  const [grant] = me.grants;
  return (
    <details className={styles.person}>
      <summary>
        <span className={styles.avatar} aria-hidden="true">
          {me.name
            .split(/\s+/)
            .slice(0, 2)
            .map((part) => part[0])
            .join("")}
        </span>
        <span className={styles.who}>
          <b>{me.name}</b>
          {grant && <span>{nameOf(grant, me.outlets)}</span>}
        </span>
        <ChevronsUpDown aria-hidden="true" size={16} />
      </summary>
      <Stack gap={3} className={styles.preferences}>
        <Link to={paths.account} className={styles.link}>
          {t("account")}
        </Link>
        {/* At a desk they are in the navigation. */}
        {screensOf(me, "settings").map(({ path, name }) => (
          <Link key={path} to={path} className={`${styles.link} ${styles.onPhone}`}>
            {n(name)}
          </Link>
        ))}
        <LanguageSelect onChoose={chooseLanguage} />
        <SchemeSwitch />
      </Stack>
    </details>
  );
}

function Siblings({ me, group }: { me: Me; group: OfficeGroup }) {
  const { t } = useTranslation(navigationTexts);
  const { pathname } = useLocation();
  const list = useRef<HTMLElement>(null);
  // On a narrow phone the row is scrolled: the page that is shown has to be seen in it.
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [pathname]);
  const shown = screensOf(me, group);
  if (group === "today" || shown.length < 2) return null;
  return (
    <nav ref={list} aria-label={t(`groups.${group}`)} className={styles.siblings}>
      {shown.map(({ path, name }) => (
        <NavLink key={path} to={path} className={styles.sibling}>
          {t(name)}
        </NavLink>
      ))}
    </nav>
  );
}

function Tabs({
  me,
  counts,
  group: here,
}: Omit<GroupProps, "group"> & { group: OfficeGroup | null }) {
  const { t } = useTranslation(navigationTexts);
  const { t: own } = useTranslation(staffTexts);
  const groups = GROUPS.filter((group) => group !== "settings").map((group) => ({
    group,
    shown: screensOf(me, group),
  }));
  return (
    <nav
      aria-label={own("menu.groups")}
      className={`${tabStyles.tabs} ${styles.onPhone} ${layoutStyles.noPrint}`}
    >
      {groups.map(({ group, shown }) => {
        const [first] = shown;
        if (!first) return null;
        const count = shown.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0);
        return (
          <Link
            key={group}
            to={first.path}
            className={tabStyles.tab}
            aria-current={group === here ? "page" : undefined}
          >
            <first.Icon aria-hidden="true" size={20} />
            <span>{t(group === "today" ? "today" : `groups.${group}`)}</span>
            {count > 0 && <b className={tabStyles.count}>{count}</b>}
          </Link>
        );
      })}
    </nav>
  );
}

/** The routes below it, for whom the roles open an operation; others read that they do not. */
export function OnlyFor({ operation }: { operation: Operation }) {
  const { t } = useTranslation(staffTexts);
  const { data: me } = useMe();
  if (hasPermission(me, operation)) return <Outlet />;
  return (
    <Page title={t("otherRole.title")} narrow>
      <Empty text={t("otherRole.text")} />
    </Page>
  );
}
