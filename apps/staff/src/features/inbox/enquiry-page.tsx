import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors";
import { personOf } from "@loyalty/api-client/rules/records";
import { Alert } from "@loyalty/ui/alert";
import { Button, buttonClass } from "@loyalty/ui/button";
import { TextAreaField, TextField } from "@loyalty/ui/field";
import { formatDateTime } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { Stack } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { type ReactNode, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import * as v from "valibot";

import { FormDialog, ReasonDialog } from "../../components/form-dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { Buttons, Page, Section } from "../../components/page.tsx";
import { saveFile } from "../../components/save-file.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { inboxTexts } from "../../texts/inbox.ts";
import {
  type Enquiry,
  type EnquiryState,
  useChangeEnquiry,
  useEnquiry,
  useEnquiryFile,
  useEraseEnquiry,
  useForwardEnquiry,
} from "./queries.ts";

/** The longest note, in characters (the API's features/inbox/schemas.py). */
const MAX_NOTE = 2000;

/** One application or feedback: what was sent, its history, and what can be done with it. */
export function EnquiryPage({ enquiryId }: { enquiryId: number }) {
  const { t } = useTranslation(inboxTexts);
  const query = useEnquiry(enquiryId);
  const [search] = useSearchParams();
  const back = new URLSearchParams(search);
  back.delete("id");
  const list = `?${back}`;
  return (
    <Page
      title={query.data?.fullName ?? t("title")}
      action={
        <Link to={list} className={buttonClass({ variant: "outline" })}>
          {t("back")}
        </Link>
      }
    >
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="24rem">
        {(enquiry) => (
          <>
            <EnquiryFacts enquiry={enquiry} />
            <Acts enquiry={enquiry} list={list} />
            <History enquiry={enquiry} />
          </>
        )}
      </QueryResult>
    </Page>
  );
}

function EnquiryFacts({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation(inboxTexts);
  const { data: me } = useMe();
  const fetchFile = useEnquiryFile(enquiry.id);
  const { file, outletName, department, place, email, mobileNumber } = enquiry;

  const save = (name: string) =>
    fetchFile.mutate(undefined, {
      onSuccess: (content) => saveFile(name, content),
      onError: (error) => showToast("error", messageOf(error, t("fileFailed")), 5),
    });
  const phoneLink = <a href={`tel:${mobileNumber.replace(/[^+\d]/g, "")}`}>{mobileNumber}</a>;
  const emailLink = email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>;
  const facts: [name: string, value: ReactNode][] = [
    [t("state"), t(`states.${enquiry.state}`)],
    [t("received"), formatDateTime(enquiry.createdAt)],
    [t("mobile"), phoneLink],
    [t("email"), emailLink],
    [t("outlet"), outletName],
    [t("department"), department],
    [t("place"), place],
    [t("identification"), enquiry.identificationNumber],
    [t("address"), enquiry.address],
    [t("remarks"), enquiry.remarks],
  ];
  return (
    <Section title={t(`kinds.${enquiry.kind}`)}>
      <Facts facts={facts} />
      {file && hasPermission(me, "GET /staff/enquiry/{enquiry_id}/file") && (
        <Buttons>
          <Button variant="soft" busy={fetchFile.isPending} onClick={() => save(file.name)}>
            {t("saveFile", { name: file.called })}
          </Button>
        </Buttons>
      )}
    </Section>
  );
}

function Acts({ enquiry, list }: { enquiry: Enquiry; list: string }) {
  const { t } = useTranslation(inboxTexts);
  const { data: me } = useMe();
  const navigate = useNavigate();
  const update = useChangeEnquiry(enquiry.id);
  const erase = useEraseEnquiry(enquiry.id);
  const [note, setNote] = useState("");
  useUnsavedChanges(note.trim() !== "");
  const [problem, setProblem] = useState("");
  const [dialog, setDialog] = useState<"forward" | "erase" | null>(null);
  const isBusy = update.isPending;
  // A second tap can come before the buttons know that the first is under way.
  const isSending = useRef(false);

  const send = async (state: Exclude<EnquiryState, "forwarded"> | null) => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const marked = state && { state, seenState: enquiry.state };
      await update.mutateAsync({ ...marked, note: note.trim() });
      setNote("");
      setProblem("");
      showToast("success", state === null ? t("noted") : t(`marked.${state}`), 5);
    } catch (error) {
      setProblem(messageOf(error, t("actFailed")));
    } finally {
      isSending.current = false;
    }
  };
  const addNote = () => {
    if (note.trim() === "") setProblem(t("noteMissing"));
    else void send(null);
  };

  return (
    <Section title={t("acts")}>
      {problem && <Alert kind="error">{problem}</Alert>}
      <TextAreaField
        label={t("note")}
        hint={t("noteHint")}
        value={note}
        maxLength={MAX_NOTE}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Buttons>
        {enquiry.state !== "answered" && (
          <Button disabled={isBusy} onClick={() => void send("answered")}>
            {t("mark.answered")}
          </Button>
        )}
        {enquiry.state !== "closed" && (
          <Button variant="outline" disabled={isBusy} onClick={() => void send("closed")}>
            {t("mark.closed")}
          </Button>
        )}
        {enquiry.state !== "open" && (
          <Button variant="outline" disabled={isBusy} onClick={() => void send("open")}>
            {t("mark.open")}
          </Button>
        )}
        <Button variant="outline" disabled={isBusy} onClick={addNote}>
          {t("addNote")}
        </Button>
        {hasPermission(me, "POST /staff/enquiry/{enquiry_id}/forward") && (
          <Button variant="outline" disabled={isBusy} onClick={() => setDialog("forward")}>
            {t("forward")}
          </Button>
        )}
        {hasPermission(me, "POST /staff/enquiry/{enquiry_id}/erase") && (
          <Button variant="danger" disabled={isBusy} onClick={() => setDialog("erase")}>
            {t("erase")}
          </Button>
        )}
      </Buttons>
      {dialog === "forward" && (
        <ForwardDialog enquiryId={enquiry.id} onClose={() => setDialog(null)} />
      )}
      {dialog === "erase" && (
        <ReasonDialog
          danger
          title={t("eraseTitle")}
          text={t("eraseText")}
          confirmLabel={t("erase")}
          failed={t("actFailed")}
          onConfirm={async (why) => {
            await erase.mutateAsync(why);
            showToast("success", t("erased"), 5);
            await navigate(list, { replace: true });
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Section>
  );
}

function ForwardDialog({ enquiryId, onClose }: { enquiryId: number; onClose: () => void }) {
  const { t } = useTranslation(inboxTexts);
  const forward = useForwardEnquiry(enquiryId);
  const form = useForm({
    defaultValues: { to: "", mailTo: "" },
    resolver: valibotResolver(
      v.object({
        to: v.pipe(v.string(), v.trim(), v.minLength(1, t("toMissing"))),
        mailTo: v.pipe(v.string(), v.trim()),
      }),
    ),
  });
  return (
    <FormDialog
      form={form}
      title={t("forwardTitle")}
      text={t("forwardText")}
      confirmLabel={t("forward")}
      failed={t("actFailed")}
      onConfirm={async ({ to, mailTo }) => {
        await forward.mutateAsync({ to, ...(mailTo && { mailTo }) });
        showToast("success", t(mailTo ? "forwardedByMail" : "forwarded"), 5);
      }}
      onClose={onClose}
    >
      <TextField
        label={t("forwardTo")}
        required
        maxLength={200}
        error={form.formState.errors.to?.message}
        {...form.register("to")}
      />
      <TextField
        label={t("mailTo")}
        hint={t("mailHint")}
        type="email"
        maxLength={254}
        {...form.register("mailTo")}
      />
    </FormDialog>
  );
}

const MAIL_STATES = ["waiting", "sending", "sent", "expired", "failed"] as const;

function History({ enquiry: { notes } }: { enquiry: Enquiry }) {
  const { t } = useTranslation(inboxTexts);
  const sentenceOf = ({ kind, text }: Enquiry["notes"][number]) => {
    if (kind === "forward") return t("history.forward", { to: text });
    if (kind === "note") return text;
    const state = (["open", "answered", "closed", "forwarded"] as const).find((s) => s === text);
    return t("history.state", { state: state ? t(`states.${state}`) : text });
  };
  return (
    <Section title={t("history.title")}>
      {notes.length === 0 && <Empty text={t("history.none")} />}
      <Stack as="ol" role="list" gap={4} className={`${textStyles.wrap} ${textStyles.preLine}`}>
        {notes.map((entry) => {
          const mail = MAIL_STATES.find((state) => state === entry.mailState);
          return (
            <li key={entry.id}>
              <p>{sentenceOf(entry)}</p>
              {entry.mailTo && mail && (
                <p>{t(`history.mail.${mail}`, { address: entry.mailTo })}</p>
              )}
              <p className={textStyles.note}>
                {formatDateTime(entry.at)}, {personOf(entry.operator)}
              </p>
            </li>
          );
        })}
      </Stack>
    </Section>
  );
}
