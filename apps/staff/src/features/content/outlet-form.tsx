import { type BrandKey, brandKeys } from "@loyalty/ui/brands";
import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { SelectField, TextField } from "@loyalty/ui/field";
import { showToast } from "@loyalty/ui/toast";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { type ReactNode, useEffect, useState } from "react";
import {
  FormProvider,
  type Resolver,
  useForm,
  useFormContext,
  type UseFormReturn,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import * as v from "valibot";

import { type Conflict, ConflictAlert, conflictOf } from "../../components/conflict-alert.tsx";
import { ReasonDialog } from "../../components/form-dialog.tsx";
import { problemText } from "../../components/problems.ts";
import { SaveBar } from "../../components/save-bar.tsx";
import { TillsSection } from "../../components/tills-section.tsx";
import { useIsUploading } from "../../queries/images.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { contentTexts, outletsTexts } from "../../texts/content.ts";
import { choiceName } from "./entry-words.ts";
import styles from "./outlets.module.css";
import { StateOf } from "./outlet-state.tsx";
import type { OfficeOutlet, OfficeOutlets, OutletDescription } from "../../queries/outlets.ts";
import {
  type ContentDocument,
  useAddOutlet,
  useDescribeOutlet,
  useReadOutletsAgain,
} from "./queries.ts";
import { RecordFields, ShapeField } from "./shape-fields.tsx";
import {
  type Fields,
  filledRecord,
  HOURS_AND_CLOSURES,
  OUTLET,
  OUTLET_DETAILS,
  recordRule,
} from "./shapes.ts";
import { useSetWeek } from "./week-field.tsx";

const MAX_NAME = 100;
const { features: _services, ...ADDRESS } = OUTLET_DETAILS;

/** /outlets/2: what pages say of an outlet, when it is open, and its tills. */
export function OutletPage({ outlet, outlets }: { outlet: OfficeOutlet; outlets: OfficeOutlets }) {
  const { t } = useTranslation(outletsTexts);
  const { t: content } = useTranslation(contentTexts);
  const { data: me } = useMe();
  const isHoursOnly = !hasPermission(me, "PUT /staff/outlet/{outlet_id}");
  const fields = isHoursOnly ? HOURS_AND_CLOSURES : OUTLET;
  const [revision, setRevision] = useState(outlets.revision);
  const [isAsking, setAsking] = useState<number | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState("");
  const publish = useDescribeOutlet(outlet.id);
  const isUploading = useIsUploading();
  const readAgain = useReadOutletsAgain();
  const form = useForm<ContentDocument>({
    defaultValues: filledRecord(fields, outlet.description ?? {}),
    resolver: valibotResolver(recordRule(fields, content)) as unknown as Resolver<ContentDocument>,
  });
  const { isDirty } = form.formState;
  useUnsavedChanges(isDirty);
  const show = (now: OfficeOutlets) => {
    const own = now.outletList.find(({ id }) => id === outlet.id);
    setRevision(now.revision);
    setConflict(null);
    setProblem("");
    form.reset(filledRecord(fields, own?.description ?? {}));
  };
  const ask = (seen: number) => {
    setProblem("");
    void form.handleSubmit(
      () => setAsking(seen),
      () => setProblem(t("invalid")),
    )();
  };
  const isWaiting = outlet.draftId !== null;
  const mayEdit =
    !isWaiting &&
    (!isHoursOnly || hasPermission(me, "PUT /staff/outlet/{outlet_id}/hours")) &&
    (!isHoursOnly || outlet.description !== null);
  return (
    <FormProvider {...form}>
      <SaveBar
        back={{ to: "/outlets", label: t("title") }}
        title={outlet.name}
        state={<StateOf outlet={outlet} />}
      >
        {mayEdit && (
          <>
            {isDirty && (
              <Button variant="ghost" onClick={() => form.reset()}>
                {t("discard")}
              </Button>
            )}
            <Button
              disabled={!isDirty || isUploading}
              busy={publish.isPending}
              onClick={() => ask(revision)}
            >
              {t("publish")}
            </Button>
          </>
        )}
      </SaveBar>
      <div className={styles.page}>
        <p>{choiceName(outlet.brand, content)}</p>
        {isWaiting && <Alert kind="info">{t("waitsText")}</Alert>}
        {isHoursOnly && outlet.description === null && (
          <Alert kind="info">{t("notDescribed")}</Alert>
        )}
        {problem && <Alert kind="error">{problem}</Alert>}
        {conflict && (
          <ConflictAlert
            conflict={conflict}
            isBusy={publish.isPending}
            onMine={ask}
            onTheirs={() =>
              void readAgain().then(show, (error: unknown) =>
                setProblem(messageOf(error, t("loadFailed"))),
              )
            }
          />
        )}
        <fieldset disabled={!mayEdit} className={styles.whole} aria-label={outlet.name}>
          {!isHoursOnly && <Description outlets={outlets.outletList} outletId={outlet.id} />}
          {(outlet.description || !isHoursOnly) && <RecordFields fields={HOURS_AND_CLOSURES} />}
        </fieldset>
        {!isWaiting && hasPermission(me, "GET /staff/outlet/{outlet_id}/till") && (
          <TillsSection outlet={outlet} />
        )}
      </div>
      {isAsking !== null && (
        <OutletReason
          title={t("question")}
          text={t("questionText", { outlet: outlet.name })}
          confirmLabel={t("publish")}
          onConfirm={async (reason) => {
            try {
              const description = v.parse(recordRule(fields, content), form.getValues());
              show(
                await publish.mutateAsync({
                  description: description as unknown as OutletDescription,
                  isHoursOnly,
                  revision: isAsking,
                  reason,
                }),
              );
              showToast("success", t("done"), 5);
            } catch (error) {
              setConflict(conflictOf(error));
              if (!conflictOf(error)) setProblem(messageOf(error, t("failed")));
              showAtFields(form, error, "");
            }
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </FormProvider>
  );
}

/** Shows what the API says is wrong at the fields; `at` is where they are in what was sent. */
function showAtFields(form: UseFormReturn<ContentDocument>, error: unknown, at: string) {
  if (!(error instanceof ApiError)) return;
  for (const [place, [problem]] of Object.entries(error.fields)) {
    if (!place.startsWith(at)) continue;
    form.setError(place.slice(at.length), { message: problem && problemText(problem) });
  }
}

/** The reason for a change of an outlet, of which the usual ones are a tap. */
function OutletReason(props: {
  title: string;
  text: string;
  confirmLabel: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation(outletsTexts);
  const { onConfirm, ...words } = props;
  return (
    <ReasonDialog
      {...words}
      failed={t("failed")}
      usual={[t("reasons.holiday"), t("reasons.hours"), t("reasons.opening"), t("reasons.mistake")]}
      onConfirm={({ reason }) => onConfirm(reason)}
    />
  );
}

/** Where an outlet is, what it offers, and its first day. */
function Description(props: { outlets: readonly OfficeOutlet[]; outletId?: number }) {
  return (
    <>
      <RecordFields fields={ADDRESS as Fields} />
      <LikeAnother {...props} />
      <ShapeField shape={OUTLET.features!} name="features" at="features" />
    </>
  );
}

/** Hours and services that are copied from another outlet; it is said where they are from, as they may have to be changed. */
function LikeAnother({
  outlets,
  outletId,
}: {
  outlets: readonly OfficeOutlet[];
  outletId?: number;
}) {
  const { t } = useTranslation(contentTexts);
  const { getValues, setValue } = useFormContext();
  const setWeek = useSetWeek();
  const [from, setFrom] = useState<OfficeOutlet | null>(null);
  // What pages say of an outlet already is its own.
  const [isNew] = useState(() =>
    Object.values(getValues("hours") as OutletDescription["hours"]).every((day) => !day.length),
  );
  const others = outlets.filter(({ id, description }) => id !== outletId && description);
  if (!isNew || others.length === 0) return null;
  return (
    <SelectField
      label={t("alike.label")}
      hint={from ? t("alike.taken", { name: from.name }) : undefined}
      value={from?.id ?? ""}
      onChange={({ target }) => {
        const chosen = others.find(({ id }) => String(id) === target.value);
        if (!chosen?.description) return;
        setFrom(chosen);
        setWeek("hours", chosen.description.hours);
        setValue("features", [...chosen.description.features], { shouldDirty: true });
      }}
    >
      <option value="" disabled>
        {t("choose")}
      </option>
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** /outlets/new: a new outlet with all that pages will say of it. Another person approves it. */
export function NewOutlet({ outlets }: { outlets: readonly OfficeOutlet[] }) {
  const { t } = useTranslation(outletsTexts);
  const { t: content } = useTranslation(contentTexts);
  const navigate = useNavigate();
  const add = useAddOutlet();
  const isUploading = useIsUploading();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const own: Fields = {
    name: { is: "text", most: MAX_NAME },
    brand: { is: "choice", of: brandKeys },
  };
  const rule = recordRule({ ...own, ...OUTLET }, content);
  const form = useForm<ContentDocument>({
    defaultValues: filledRecord({ ...own, ...OUTLET }, {}),
    resolver: valibotResolver(rule) as unknown as Resolver<ContentDocument>,
  });
  useUnsavedChanges(form.formState.isDirty && !add.isSuccess);
  // Once nothing is unsaved any more.
  useEffect(() => {
    if (add.isSuccess) void navigate("/outlets");
  }, [add.isSuccess, navigate]);
  const { errors } = form.formState;
  return (
    <FormProvider {...form}>
      <SaveBar back={{ to: "/outlets", label: t("title") }} title={t("new")}>
        <Button
          disabled={isUploading}
          busy={add.isPending}
          onClick={() =>
            void form.handleSubmit(
              () => setAsking(true),
              () => setProblem(t("invalid")),
            )()
          }
        >
          {t("askFor")}
        </Button>
      </SaveBar>
      <div className={styles.page}>
        <p>{t("newText")}</p>
        {problem && <Alert kind="error">{problem}</Alert>}
        <Part title={t("parts.outlet")}>
          <TextField
            label={content("fields.name")}
            required
            autoComplete="off"
            error={errors.name?.message}
            {...form.register("name")}
          />
          <ShapeField shape={own.brand!} name="brand" at="brand" />
          <Description outlets={outlets} />
        </Part>
        <Part title={t("parts.hours")}>
          <RecordFields fields={HOURS_AND_CLOSURES} />
        </Part>
      </div>
      {isAsking && (
        <OutletReason
          title={t("askTitle")}
          text={t("askText")}
          confirmLabel={t("askFor")}
          onConfirm={async (reason) => {
            try {
              const { name, brand, ...description } = v.parse(rule, form.getValues());
              await add.mutateAsync({
                name: name as string,
                brand: brand as BrandKey,
                description: description as unknown as OutletDescription,
                reason,
              });
              showToast("success", t("asked"), 8);
            } catch (error) {
              setProblem(messageOf(error, t("failed")));
              showAtFields(form, error, "description.");
            }
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </FormProvider>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
