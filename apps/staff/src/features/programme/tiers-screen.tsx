import { messageOf } from "@loyalty/api-client/errors";
import { Stack } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { formatNumber } from "@loyalty/ui/formats";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { TextField } from "@loyalty/ui/field";
import { showToast } from "@loyalty/ui/toast";
import { QueryResult } from "@loyalty/ui/query-result";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { DeskTable } from "../../components/desk-table.tsx";
import { Columns, Page } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { AskDialog } from "./ask-dialog.tsx";
import { useFieldName } from "./change-sentences.tsx";
import { DraftNote } from "./draft-note.tsx";
import { PlanBeside } from "./plan-beside.tsx";
import {
  type CurrentProgramme,
  type DraftSummary,
  type ProgrammeChanges,
  useSaveChanges,
  usePlanOf,
  useProgramme,
  useUnfinishedDrafts,
} from "./queries.ts";
import { Card } from "./reward-fields.tsx";
import styles from "./reward.module.css";

/** What is typed in the place of a value: `tier 1 multiplier`, `bill_limit`. */
type Typed = Readonly<Record<string, string>>;

export default function TiersScreen() {
  const { t } = useTranslation(rewardsTexts);
  const query = useProgramme();
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="30rem">
      {(current) => <Editor key={current.versionId} document={current.document} />}
    </QueryResult>
  );
}

function Editor({ document }: { document: CurrentProgramme["document"] }) {
  const { t } = useTranslation(rewardsTexts);
  const nameOf = useFieldName();
  const navigate = useNavigate();
  const { data: me } = useMe();
  const [typed, setTyped] = useState<Typed>({});
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState(false);
  const keep = useSaveChanges();
  const drafts = useDrafts();
  const changes = changesOf(typed, document);
  const isDirty = changes !== null;
  const { plan, isCurrent } = usePlanOf(changes);
  useUnsavedChanges(isDirty);
  const mayChange = hasPermission(me, "POST /staff/programme/draft");
  const isReady = isDirty && plan.data?.problems.length === 0;

  const valueOf = (key: string, now: string | number) => typed[key] ?? String(now);
  const field = (key: string, label: string, now: string | number, name: string) => {
    const touches = plan.data?.changes.find(
      (change) =>
        key === (change.what === "settings" ? change.field : `${change.what} ${change.field}`),
    )?.touches;
    const wrong = plan.data?.problems.find(({ path }) => isDirty && path.includes(name));
    return (
      <TextField
        label={label}
        labelHidden
        inputMode={name === "name" ? "text" : "decimal"}
        readOnly={!mayChange}
        value={valueOf(key, now)}
        hint={touches ? problemText(touches) : undefined}
        error={wrong && key in typed ? problemText(wrong) : undefined}
        onChange={({ currentTarget }) => setTyped({ ...typed, [key]: currentTarget.value })}
      />
    );
  };

  const save = () => keep.mutateAsync({ draft: null, changes: changes ?? {} });
  const saveOnly = async () => {
    setProblem("");
    try {
      const draft = await save();
      showToast("success", t("saved"), 5);
      setTyped({});
      void navigate(`/programme?draft=${draft.id}`);
    } catch (error) {
      setProblem(messageOf(error, t("saveFailed")));
    }
  };

  return (
    <Page
      title={t("tiers.title")}
      wide
      action={
        mayChange && (
          <>
            {isDirty && (
              <Button variant="ghost" onClick={() => setTyped({})}>
                {t("discard")}
              </Button>
            )}
            <Button
              variant="outline"
              disabled={!isDirty}
              busy={keep.isPending}
              onClick={() => void saveOnly()}
            >
              {t("save")}
            </Button>
            <Button disabled={!isReady} onClick={() => setAsking(true)}>
              {t("askFor")}
            </Button>
          </>
        )
      }
    >
      {drafts.map((draft) => (
        <Alert key={draft.id} kind="info">
          <DraftNote draft={draft} document={document} />
        </Alert>
      ))}
      {problem && <Alert kind="error">{problem}</Alert>}
      <Columns>
        <Stack gap={4} className={styles.numbers}>
          <Card title={t("tiers.tiers")} aside={t("tiers.floorNote")}>
            <DeskTable
              rows={document.tiers}
              caption={t("tiers.tiers")}
              empty=""
              rowKey={({ level }) => level}
              columns={[
                { head: t("tiers.level"), cell: ({ name }) => name, isTitle: true },
                {
                  head: t("tiers.name"),
                  cell: ({ level, name }) =>
                    field(`tier ${level} name`, t("tiers.nameOf", { name }), name, "name"),
                },
                {
                  head: t("tiers.floor"),
                  cell: ({ floor }) => formatNumber(floor),
                  isNumber: true,
                },
                {
                  head: t("tiers.multiplier"),
                  cell: ({ level, name, multiplier }) =>
                    field(
                      `tier ${level} multiplier`,
                      t("tiers.multiplierOf", { name }),
                      multiplier,
                      "multiplier",
                    ),
                  isNumber: true,
                },
              ]}
            />
          </Card>
          <Card title={t("tiers.rules")} aside={t("tiers.zero")}>
            <DeskTable
              rows={Object.entries(document.settings)}
              caption={t("tiers.rules")}
              empty=""
              rowKey={([name]) => name}
              columns={[
                { head: t("tiers.rule"), cell: ([name]) => nameOf(name), isTitle: true },
                {
                  head: t("tiers.value"),
                  cell: ([name, value]) => field(name, nameOf(name), value, name),
                  isNumber: true,
                },
              ]}
            />
          </Card>
        </Stack>
        {(isDirty || drafts.length === 0) && (
          <Card title={t("plan.title")}>
            {isDirty ? (
              <PlanBeside plan={plan.data} isPending={!isCurrent} document={document} />
            ) : (
              <p className={textStyles.fine}>{t("plan.none")}</p>
            )}
            <p className={textStyles.fine}>{t("approver")}</p>
          </Card>
        )}
      </Columns>
      {isAsking && (
        <AskDialog draft={save} onAsked={() => setTyped({})} onClose={() => setAsking(false)} />
      )}
    </Page>
  );
}

/** The drafts that change tiers or rules. */
function useDrafts(): readonly DraftSummary[] {
  const { data } = useUnfinishedDrafts();
  return (
    data?.filter(({ changes }) =>
      changes.some(({ what }) => what === "settings" || what.startsWith("tier ")),
    ) ?? []
  );
}

/** What is typed as a part of the programme; null where nothing differs. */
function changesOf(
  typed: Typed,
  { tiers, settings }: CurrentProgramme["document"],
): ProgrammeChanges | null {
  const number = (text: string) => {
    const bare = text.trim().replaceAll(",", "");
    return /^\d+$/.test(bare) ? Number(bare) : text.trim();
  };
  const changedSettings = Object.entries(settings)
    .filter(([name, value]) => name in typed && number(typed[name]!) !== value)
    .map(([name]) => [name, number(typed[name]!)] as const);
  const changedTiers = tiers.flatMap(({ level, name, multiplier }) => {
    const changed = Object.entries({ name, multiplier })
      .map(([field, value]) => [field, typed[`tier ${level} ${field}`]?.trim(), value] as const)
      .filter(([, text, value]) => text !== undefined && text !== value);
    return changed.length === 0
      ? []
      : [{ level, ...Object.fromEntries(changed.map(([field, text]) => [field, text])) }];
  });
  if (changedSettings.length === 0 && changedTiers.length === 0) return null;
  return {
    ...(changedSettings.length > 0 && { settings: Object.fromEntries(changedSettings) }),
    ...(changedTiers.length > 0 && { tiers: changedTiers }),
  };
}
