import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors";
import { Grid, Stack } from "@loyalty/ui/layout";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { TextField } from "@loyalty/ui/field";
import { formatDateTime, formatNumber } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { Empty } from "@loyalty/ui/states";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { DeskTable } from "../../components/desk-table.tsx";
import { DayFormField } from "../../components/day-field.tsx";
import { Buttons, Section } from "../../components/page.tsx";
import { saveFile } from "../../components/save-file.ts";
import { momentRule, sentMoment } from "../../components/typed-day.ts";
import { logTexts } from "../../texts/log.ts";
import { type Breach, useBreach } from "./queries.ts";

/** Whom a data breach affects: a period, what was read or changed in it, by when who has to know, and draft notices. */
export function BreachSection() {
  const { t } = useTranslation(logTexts);
  const assess = useBreach();
  const moment = v.pipe(v.string(), v.nonEmpty(t("breach.missing")), momentRule());
  const { register, handleSubmit, setError, control, formState } = useForm({
    defaultValues: { start: "", end: "", till: "" },
    resolver: valibotResolver(
      v.pipe(
        v.object({
          start: moment,
          end: moment,
          till: v.pipe(v.string(), v.trim(), v.regex(/^[0-9]*$/, t("breach.noTill"))),
        }),
        v.forward(
          v.partialCheck(
            [["start"], ["end"]],
            ({ start, end }) => start < end,
            t("breach.wrongOrder"),
          ),
          ["end"],
        ),
      ),
    ),
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ start, end, till }) => {
    try {
      await assess.mutateAsync({
        start: sentMoment(start),
        end: sentMoment(end),
        ...(till !== "" && { tillId: Number(till) }),
      });
    } catch (error) {
      setError("root", { message: messageOf(error, t("breach.failed")) });
    }
  });
  return (
    <Section title={t("breach.title")}>
      <p>{t("breach.text")}</p>
      <Stack
        as="form"
        noValidate
        gap={4}
        aria-label={t("breach.title")}
        onSubmit={(event) => void submit(event)}
        // What is listed is of the period before.
        onChange={() => assess.reset()}
      >
        <Grid gap={4}>
          <DayFormField withTime label={t("breach.start")} control={control} name="start" />
          <DayFormField withTime label={t("breach.end")} control={control} name="end" />
          <TextField
            label={t("breach.till")}
            hint={t("breach.tillHint")}
            inputMode="numeric"
            maxLength={9}
            error={errors.till?.message}
            {...register("till")}
          />
        </Grid>
        {errors.root && <Alert kind="error">{errors.root.message}</Alert>}
        <Buttons>
          <Button type="submit" busy={assess.isPending}>
            {t("breach.list")}
          </Button>
        </Buttons>
      </Stack>
      {assess.data && <Affected breach={assess.data} />}
    </Section>
  );
}

/** The members as numbers alone, and the duties and notices that follow from how many they are. */
function Affected({ breach }: { breach: Breach }) {
  const { t } = useTranslation(logTexts);
  const { affected, sourceList, memberIds, isSignificant, commissionerBy, membersBy } = breach;
  if (affected === 0) return <Empty text={t("breach.none")} />;
  const saveIds = () =>
    saveFile(
      "breach-members.csv",
      new Blob([`member\n${memberIds.join("\n")}\n`], { type: "text/csv" }),
    );
  return (
    <>
      <Stack role="status" gap={4}>
        <Alert kind="info">
          <p>{t("breach.affected", { count: affected })}</p>
          <p>{t(isSignificant ? "breach.significant" : "breach.notSignificant")}</p>
          <p>{t("breach.commissionerBy", { time: formatDateTime(commissionerBy) })}</p>
          <p>{t("breach.membersBy", { time: formatDateTime(membersBy) })}</p>
        </Alert>
        <DeskTable
          rows={sourceList.filter(({ count }) => count > 0)}
          empty=""
          caption={t("breach.sources")}
          rowKey={({ source }) => source}
          columns={[
            { head: t("breach.sources"), cell: ({ source }) => sourceName(source), isTitle: true },
            { head: t("breach.members"), cell: ({ count }) => formatNumber(count), isNumber: true },
          ]}
        />
      </Stack>
      <Buttons>
        <Button variant="outline" onClick={saveIds}>
          {t("breach.csv")}
        </Button>
        {breach.notices.map(({ name, text }) => (
          <Button
            key={name}
            variant="outline"
            onClick={() => saveFile(`${name}.txt`, new Blob([text], { type: "text/plain" }))}
          >
            {noticeName(name)}
          </Button>
        ))}
      </Buttons>
    </>
  );
}

function sourceName(source: string): string {
  switch (source) {
    case "sessions":
    case "ledger":
    case "bills":
    case "vouchers":
    case "tills":
    case "office":
      return i18n.t(`breach.by.${source}`, { ns: logTexts });
    default:
      return source;
  }
}

function noticeName(name: string): string {
  switch (name) {
    case "commissioner":
    case "members-en":
    case "members-ms":
      return i18n.t(`breach.notices.${name}`, { ns: logTexts });
    default:
      return name;
  }
}
