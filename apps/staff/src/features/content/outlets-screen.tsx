import { messageOf } from "@loyalty/api-client/errors";
import { serverNow } from "@loyalty/api-client/http";
import { useChangeInWords, useHoursInWords } from "@loyalty/content/hours-in-words";
import { comingChanges } from "@loyalty/content/opening-hours";
import { sourceOf } from "@loyalty/content/pictures";
import { Stack } from "@loyalty/ui/layout";
import { Alert } from "@loyalty/ui/alert";
import { Button, buttonClass } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import textStyles from "@loyalty/ui/text.module.css";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";

import { Chip } from "../../components/chip.tsx";
import { type Column, DeskTable } from "../../components/desk-table.tsx";
import { Page } from "../../components/page.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { contentTexts, outletsTexts } from "../../texts/content.ts";
import contentStyles from "./content.module.css";
import { DaysDialog } from "./days-dialog.tsx";
import { choiceName } from "./entry-words.ts";
import { NewOutlet, OutletPage } from "./outlet-form.tsx";
import { StateOf } from "./outlet-state.tsx";
import styles from "./outlets.module.css";
import { type OfficeOutlet, type OfficeOutlets, useOfficeOutlets } from "../../queries/outlets.ts";
import { useEditedContent, useReadOutletsAgain } from "./queries.ts";
import { Versions } from "./versions.tsx";

/** /outlets, /outlets/new and /outlets/2: where and when one's outlets are open, and their tills. */
export default function OutletsScreen() {
  const { t } = useTranslation(outletsTexts);
  const { outletId } = useParams();
  const query = useOfficeOutlets();
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="30rem">
      {(outlets) => <Chosen key={outletId} outlets={outlets} outletId={outletId} />}
    </QueryResult>
  );
}

function Chosen({ outlets, outletId }: { outlets: OfficeOutlets; outletId: string | undefined }) {
  const { t } = useTranslation(outletsTexts);
  const { data: me } = useMe();
  const { outletList } = outlets;
  const [only] = outletList;
  if (outletId === undefined) {
    if (outletList.length === 1 && !hasPermission(me, "POST /staff/outlet")) {
      return <Navigate to={`/outlets/${only!.id}`} replace />;
    }
    return <OutletList outlets={outletList} />;
  }
  if (outletId === "new") return <NewOutlet outlets={outletList} />;
  const outlet = outletList.find(({ id }) => String(id) === outletId);
  if (outlet) return <OutletPage outlet={outlet} outlets={outlets} />;
  return (
    <Page title={t("title")}>
      <Empty text={t("unknown")}>
        <Link to="/outlets" className={buttonClass({ variant: "outline" })}>
          {t("title")}
        </Link>
      </Empty>
    </Page>
  );
}

function OutletList({ outlets }: { outlets: readonly OfficeOutlet[] }) {
  const { t } = useTranslation(outletsTexts);
  const { data: me } = useMe();
  const [isClosing, setClosing] = useState(false);
  const columns = useColumns();
  const described = outlets.filter(({ description, draftId }) => description && draftId === null);
  return (
    <Page
      title={t("title")}
      wide
      action={
        <>
          {hasPermission(me, "POST /staff/outlet/days") && described.length > 0 && (
            <Button variant="outline" onClick={() => setClosing(true)}>
              {t("days.do")}
            </Button>
          )}
          {hasPermission(me, "POST /staff/outlet") && (
            <Link to="/outlets/new" className={buttonClass()}>
              <Plus aria-hidden="true" size={18} />
              {t("add")}
            </Link>
          )}
        </>
      }
    >
      <DeskTable
        rows={outlets}
        columns={columns}
        caption={t("title")}
        empty={t("none")}
        rowKey={({ id }) => id}
        stateOf={({ draftId, isOpen }) =>
          draftId !== null ? "waiting" : isOpen ? undefined : "faint"
        }
      />
      {hasPermission(me, "GET /staff/content/{kind}") && <OutletVersions />}
      {isClosing && <DaysDialog outlets={described} onClose={() => setClosing(false)} />}
    </Page>
  );
}

/** What was published of all outlets, and an earlier version that is published again. */
function OutletVersions() {
  const { t } = useTranslation(outletsTexts);
  const query = useEditedContent("outlets");
  const readAgain = useReadOutletsAgain();
  const [problem, setProblem] = useState("");
  return (
    <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="10rem">
      {(edited) => (
        <>
          {problem && <Alert kind="error">{problem}</Alert>}
          <Versions
            kind="outlets"
            edited={edited}
            isDirty={false}
            onDone={() => void readAgain()}
            onRefused={(error) => {
              setProblem(messageOf(error, t("failed")));
              void query.refetch();
            }}
          />
        </>
      )}
    </QueryResult>
  );
}

function useColumns(): Column<OfficeOutlet>[] {
  const { t } = useTranslation(outletsTexts);
  const { t: content } = useTranslation(contentTexts);
  return [
    {
      id: "name",
      head: t("outlet"),
      isTitle: true,
      cell: ({ id, name, description }) => (
        <Link to={`/outlets/${id}`} className={styles.name}>
          {description?.picture && (
            <img
              className={contentStyles.thumbnail}
              {...sourceOf(description.picture, "scenes", "48px")}
              alt=""
              width={48}
              height={48}
            />
          )}
          <span>{name}</span>
        </Link>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: "brand",
      head: t("brand"),
      cell: ({ brand }) => choiceName(brand, content),
      sortBy: ({ brand }) => brand,
    },
    { head: t("hours"), cell: (outlet) => <HoursOf outlet={outlet} /> },
    {
      id: "state",
      head: t("state"),
      cell: (outlet) => <StateOf outlet={outlet} />,
      sortBy: ({ draftId, isOpen }) => (draftId !== null ? 0 : isOpen ? 1 : 2),
    },
  ];
}

function HoursOf({ outlet: { description } }: { outlet: OfficeOutlet }) {
  const { t } = useTranslation(outletsTexts);
  const inWords = useHoursInWords();
  const changeInWords = useChangeInWords();
  if (!description) return <span className={textStyles.muted}>{t("undescribed")}</span>;
  return (
    <Stack gap={1}>
      {inWords(description.hours).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {comingChanges(description, serverNow()).map((change) => (
        <Chip key={change.firstDay} kind="warn">
          {changeInWords(change)}
        </Chip>
      ))}
    </Stack>
  );
}
