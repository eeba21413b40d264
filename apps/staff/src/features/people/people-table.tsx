import { Button } from "@loyalty/ui/button";
import { formatTime } from "@loyalty/ui/formats";
import { Cluster } from "@loyalty/ui/layout";
import { type ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { Chip } from "../../components/chip.tsx";
import { QueryTable } from "../../components/desk-table.tsx";
import { useRoleNames } from "../../components/role-names.ts";
import type { RowAct } from "../../components/row-menu.tsx";
import type { Me } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import { hasOffice, type Person } from "./queries.ts";

interface PeopleTableProps extends Pick<
  ComponentProps<typeof QueryTable<Person>>,
  "query" | "filters"
> {
  me: Me;
  actsOf: (person: Person) => RowAct[];
  onInvite: (person: Person) => void;
}

/** The people with their roles, how they sign in, and where they are signed in now. */
export function PeopleTable({ me, query, filters, actsOf, onInvite }: PeopleTableProps) {
  const { t } = useTranslation(peopleTexts);
  const roleName = useRoleNames();
  const rolesOf = ({ grants, waitingGrants }: Person) =>
    [
      ...grants.map((grant) => roleName(grant, me.outlets)),
      ...waitingGrants.map((grant) => t("people.waiting", { role: roleName(grant, me.outlets) })),
    ].join("; ") || t("people.noRole");
  const whereOf = ({ sessions }: Person) =>
    sessions
      .map(({ tillName, lastSeenAt }) =>
        t("people.signedIn", {
          where: tillName ?? t("people.office"),
          time: formatTime(lastSeenAt),
        }),
      )
      .join(", ") || t("people.signedOut");
  const signInChip = (person: Person) => {
    const state = signInOf(person);
    const chip = <Chip kind={CHIPS[state]}>{t(state)}</Chip>;
    const isInvited = state === "people.noSignIn" && person.mayChange && hasOffice(person);
    if (!isInvited) return chip;
    return (
      <Cluster gap={2} as="span">
        {chip}
        <Button
          variant="link"
          aria-label={`${t("invite.make")}: ${person.name}`}
          onClick={() => onInvite(person)}
        >
          {t("invite.make")}
        </Button>
      </Cluster>
    );
  };
  return (
    <QueryTable
      name="people"
      query={query}
      filters={filters}
      loading={t("people.loading")}
      failed={t("people.failed")}
      columns={[
        {
          id: "name",
          head: t("people.name"),
          isTitle: true,
          cell: ({ name }) => name,
          sortBy: ({ name }) => name,
        },
        { id: "roles", head: t("people.roles"), cell: rolesOf, sortBy: rolesOf },
        {
          id: "signIn",
          head: t("people.signIn"),
          cell: signInChip,
          sortBy: (person) => t(signInOf(person)),
        },
        { id: "now", head: t("people.now"), cell: whereOf, sortBy: whereOf },
      ]}
      caption={t("people.title")}
      empty={t("people.empty")}
      rowKey={({ id }) => id}
      actsOf={(person) => ({ name: person.name, acts: actsOf(person) })}
      stateOf={({ disabledAt }) => (disabledAt ? "faint" : undefined)}
    />
  );
}

const CHIPS = {
  "people.disabled": "quiet",
  "people.pinLocked": "warn",
  "people.passkey": "ok",
  "people.pin": "ok",
  "people.inviteLater": "wait",
  "people.noSignIn": "info",
} as const;

function signInOf(person: Person) {
  const { disabledAt, isPinLocked, hasPin, passkeyCount, grants, waitingGrants } = person;
  if (disabledAt) return "people.disabled";
  if (isPinLocked) return "people.pinLocked";
  if (passkeyCount > 0) return "people.passkey";
  if (hasPin) return "people.pin";
  return grants.length === 0 && waitingGrants.length > 0 ? "people.inviteLater" : "people.noSignIn";
}
