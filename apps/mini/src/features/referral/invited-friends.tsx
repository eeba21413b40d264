import { useReferees } from "@loyalty/api-client/react/members.ts";
import type { Referee } from "@loyalty/api-client/wire.ts";
import { formatDate } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { SearchField } from "@loyalty/ui/primitives/field.tsx";
import { Empty } from "@loyalty/ui/primitives/states.tsx";
import { useDebouncedValue } from "@loyalty/ui/primitives/use-debounced-value.ts";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { useState } from "react";

import { Card } from "../../page/member-page.tsx";
import { referralTexts } from "../../texts/referral.ts";
import styles from "./referral-screen.module.css";

/** "The first entries" of spec 001 §2; View All shows the others. */
const SHOWN = 5;

/** The first friends who joined with the member's code, and a button that shows all of them. */
export function InvitedFriends() {
  const t = useTexts(referralTexts);
  const query = useReferees();
  const friends = query.data ?? [];
  const [open, setOpen] = useState(false);
  return (
    <Card
      title={t("history")}
      aside={
        friends.length > 0 && (
          <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t("viewAll")}
          </Button>
        )
      }
    >
      <QueryResult
        query={query}
        loading={t("historyLoading")}
        failed={t("historyFailed")}
        height="3rem"
        empty={
          <Empty text={t("none")}>
            <p>{t("noneHint")}</p>
          </Empty>
        }
      >
        {(all) => <FriendList friends={all.slice(0, SHOWN)} />}
      </QueryResult>
      {open && <AllFriendsDialog friends={friends} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** All friends, with a search in the browser; Escape and a tap outside close the dialog (spec 001 §2). */
function AllFriendsDialog(props: { friends: readonly Referee[]; onClose: () => void }) {
  const { friends, onClose } = props;
  const t = useTexts(referralTexts);
  const [query, setQuery] = useState("");
  const wanted = useDebouncedValue(query);
  const found = friendsLike(friends, wanted);

  return (
    <Dialog
      open
      title={t("all.title")}
      description={t("all.total", { count: friends.length })}
      closeOnOverlay
      onClose={onClose}
    >
      <div className={styles.history}>
        <SearchField label={t("all.search")} value={query} onChange={setQuery} />
        <p role="status" className={styles.found}>
          {wanted.trim() !== "" && t("all.found", { count: found.length })}
        </p>
        {found.length > 0 ? (
          <FriendList friends={found} detailed />
        ) : (
          <Empty text={t("all.none")} />
        )}
      </div>
    </Dialog>
  );
}

/**
 * Friends who joined with the member's code, masked; active after their first verified bill. The detailed list has the
 * email address and the day of joining as well.
 */
function FriendList({ friends, detailed }: { friends: readonly Referee[]; detailed?: boolean }) {
  const t = useTexts(referralTexts);
  return (
    <ul role="list" className={styles.friends}>
      {friends.map(({ id, name, fullMobileNumber, email, createdAt, isActive }) => (
        <li key={id}>
          <span className={styles.words}>
            {name}
            <span className={styles.contact}>{fullMobileNumber}</span>
            {detailed && email && <span className={styles.contact}>{email}</span>}
            {detailed && (
              <span className={styles.contact}>{t("joined", { date: formatDate(createdAt) })}</span>
            )}
          </span>
          <span className={isActive ? styles.active : styles.pending}>
            {isActive ? t("active") : t("pending")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `+60 12-***6789`, as the API masks a number: calling code, first two digits, last four. */
const MASKED_NUMBER = /^\+(\d+) (\d+)-\*+(\d+)$/;
/** `a***@example.com`. */
const MASKED_EMAIL = /^(.)\*+@(.+)$/;

/**
 * Friends found by name, number or email address (spec 001 §2). Number and address are masked, so a complete one
 * finds every friend it could belong to.
 */
export function friendsLike(friends: readonly Referee[], query: string): Referee[] {
  const wanted = query.trim().toLowerCase();
  return friends.filter(
    ({ name, email, fullMobileNumber }) =>
      name.toLowerCase().includes(wanted) ||
      couldBeEmail(email?.toLowerCase() ?? "", wanted) ||
      couldBeNumber(fullMobileNumber, wanted),
  );
}

function couldBeEmail(masked: string, wanted: string): boolean {
  const [, first, domain] = MASKED_EMAIL.exec(masked) ?? [];
  const [name, typedDomain] = wanted.split("@");
  if (!first || !domain || !name || typedDomain === undefined) return masked.includes(wanted);
  return name.startsWith(first) && domain.startsWith(typedDomain);
}

function couldBeNumber(masked: string, wanted: string): boolean {
  if (!/^\+?[\d\s()-]*\d[\d\s()-]*$/.test(wanted)) return false;
  const digits = wanted.replaceAll(/\D/g, "");
  const [, code, begin, end] = MASKED_NUMBER.exec(masked) ?? [];
  if (!code || !begin || !end) return masked.replaceAll(/\D/g, "").includes(digits);
  if (`${code}${begin}`.includes(digits) || end.includes(digits)) return true;

  const national = [digits.replace(/^0+/, "")];
  if (digits.startsWith(code)) national.push(digits.slice(code.length));
  return national.some(
    (typed) =>
      typed !== "" &&
      (begin.startsWith(typed) ||
        (typed.startsWith(begin) &&
          typed.endsWith(end) &&
          typed.length > begin.length + end.length)),
  );
}
