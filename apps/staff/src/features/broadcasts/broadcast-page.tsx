import { buttonClass } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Page } from "../../components/page.tsx";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import { BroadcastEditor } from "./broadcast-editor.tsx";
import { type BroadcastValues, valuesOf } from "./broadcast-form.ts";
import { KeptWords } from "./broadcast-preview.tsx";
import { BroadcastFacts, DecidedBroadcast } from "./broadcast-state.tsx";
import { type Broadcast, useBroadcast } from "./queries.ts";

/** A page with the way back to the list. */
function Framed({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(broadcastsTexts);
  return (
    <Page
      title={title}
      action={
        <Link to="/broadcasts" className={buttonClass({ variant: "outline" })}>
          {t("back")}
        </Link>
      }
    >
      {children}
    </Page>
  );
}

/** A broadcast that is not saved yet; of what another one says, where there is one to begin from. */
export function NewBroadcastPage({ fromId }: { fromId: number | null }) {
  const { t } = useTranslation(broadcastsTexts);
  return (
    <Framed title={t("newTitle")}>
      {fromId === null ? <BroadcastEditor first={null} /> : <Copied fromId={fromId} />}
    </Framed>
  );
}

function Copied({ fromId }: { fromId: number }) {
  const { t } = useTranslation(broadcastsTexts);
  const query = useBroadcast(fromId);
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="24rem">
      {(from) => <BroadcastEditor first={null} from={{ ...valuesOf(from), sendAt: "" }} />}
    </QueryResult>
  );
}

/** One broadcast: while it is written its form, then how it stands and what has become of it. */
export function BroadcastPage({ broadcastId }: { broadcastId: number }) {
  const { t } = useTranslation(broadcastsTexts);
  const query = useBroadcast(broadcastId);
  /** What was typed before what somebody else saved was taken. */
  const [kept, setKept] = useState<BroadcastValues | null>(null);
  return (
    <Framed title={query.data?.title ?? t("title")}>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="24rem">
        {(broadcast) =>
          broadcast.state === "open" ? (
            <BroadcastEditor first={broadcast} kept={kept} onKeep={setKept}>
              <BroadcastFacts broadcast={broadcast} />
            </BroadcastEditor>
          ) : (
            <Decided broadcast={broadcast} kept={kept} />
          )
        }
      </QueryResult>
    </Framed>
  );
}

function Decided({ broadcast, kept }: { broadcast: Broadcast; kept: BroadcastValues | null }) {
  return (
    <>
      <DecidedBroadcast broadcast={broadcast} />
      {kept && <KeptWords kept={kept} />}
    </>
  );
}
