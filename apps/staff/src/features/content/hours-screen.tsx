import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { showToast } from "@loyalty/ui/toast";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { useState } from "react";
import { FormProvider, type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { type Conflict, ConflictAlert, conflictOf } from "../../page/conflict-alert.tsx";
import { OutletOfAddress, useOutletOfAddress } from "../../page/filters.tsx";
import { ReasonDialog } from "../../page/form-dialog.tsx";
import { Buttons, Page, Section } from "../../page/page.tsx";
import { problemText } from "../../page/problems.ts";
import { useReadAgain } from "../../queries/queries.ts";
import { mayDo, type Me, useMe } from "../../queries/session.tsx";
import { contentTexts } from "../../texts/content.ts";
import { hoursTexts } from "../../texts/content.ts";
import styles from "./content.module.css";
import {
  type ContentDocument,
  type OutletHours,
  outletHours,
  useOutletHours,
  useSetOutletHours,
} from "./queries.ts";
import { RecordFields } from "./shape-fields.tsx";
import { filledRecord, HOURS_AND_CLOSURES, recordRule } from "./shapes.ts";

type Outlet = Me["outlets"][number];
type HoursAndClosures = Omit<OutletHours, "revision">;

/** /hours: when one's own outlets are open, and on which days they are closed. The address holds the outlet. */
export default function HoursScreen() {
  const { t } = useTranslation(hoursTexts);
  const outlet = useOutletOfAddress();
  return (
    <Page title={t("title")}>
      <p>{t("text")}</p>
      {outlet === undefined && <Empty text={t("noOutlet")} />}
      {outlet && <OutletOfAddress outlet={outlet} />}
      {outlet && <HoursOf key={outlet.id} outlet={outlet} />}
    </Page>
  );
}

function HoursOf({ outlet }: { outlet: Outlet }) {
  const { t } = useTranslation(hoursTexts);
  const query = useOutletHours(outlet.id);
  return (
    <Section title={outlet.name}>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="16rem">
        {(hours) => <HoursForm outlet={outlet} first={hours} />}
      </QueryResult>
    </Section>
  );
}

/** What is to be published, once a reason is given. */
interface Wanted {
  values: HoursAndClosures;
  revision: number;
}

function HoursForm({ outlet, first }: { outlet: Outlet; first: OutletHours }) {
  const { t } = useTranslation(hoursTexts);
  const { t: content } = useTranslation(contentTexts);
  const { data: me } = useMe();
  const [revision, setRevision] = useState(first.revision);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState("");
  const publish = useSetOutletHours(outlet.id);
  const rule = recordRule(HOURS_AND_CLOSURES, content);
  const form = useForm<ContentDocument>({
    defaultValues: filledRecord(HOURS_AND_CLOSURES, first),
    resolver: valibotResolver(rule) as unknown as Resolver<ContentDocument>,
  });

  useUnsavedChanges(form.formState.isDirty);

  const show = (now: OutletHours) => {
    setRevision(now.revision);
    setConflict(null);
    setProblem("");
    form.reset(filledRecord(HOURS_AND_CLOSURES, now));
  };
  const ask = (seen: number) => {
    setProblem("");
    void form.handleSubmit(
      (values) => setWanted({ values: values as unknown as HoursAndClosures, revision: seen }),
      () => setProblem(t("invalid")),
    )();
  };
  /** A refusal is shown at the form, where what is typed stays. */
  const refused = (error: unknown) => {
    setConflict(conflictOf(error));
    setProblem(conflictOf(error) ? "" : messageOf(error, t("failed")));
    if (!(error instanceof ApiError)) return;
    for (const [place, [problem]] of Object.entries(error.fields)) {
      form.setError(place, { message: problem && problemText(problem) });
    }
  };
  const readAgain = useReadAgain(outletHours(outlet.id));
  const readTheirs = async () => {
    try {
      show(await readAgain());
    } catch (error) {
      setProblem(messageOf(error, t("loadFailed")));
    }
  };

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={styles.form}
        aria-label={outlet.name}
        onSubmit={(event) => {
          event.preventDefault();
          ask(revision);
        }}
      >
        <RecordFields fields={HOURS_AND_CLOSURES} />
        {problem && <Alert kind="error">{problem}</Alert>}
        {conflict && (
          <ConflictAlert
            conflict={conflict}
            isBusy={publish.isPending}
            onMine={ask}
            onTheirs={() => void readTheirs()}
          />
        )}
        {mayDo(me, "PUT /staff/outlet/{outlet_id}/hours") && (
          <Buttons>
            <Button type="submit" disabled={!form.formState.isDirty} busy={publish.isPending}>
              {t("publish")}
            </Button>
          </Buttons>
        )}
      </form>
      {wanted && (
        <ReasonDialog
          title={t("question")}
          text={t("questionText", { outlet: outlet.name })}
          confirmLabel={t("publish")}
          failed={t("failed")}
          onConfirm={async ({ reason }) => {
            try {
              const { values, revision: seen } = wanted;
              show(await publish.mutateAsync({ ...values, revision: seen, reason }));
              showToast("success", t("done"), 5);
            } catch (error) {
              refused(error);
            }
          }}
          onClose={() => setWanted(null)}
        />
      )}
    </FormProvider>
  );
}
