import { brandKeys, brands } from "@loyalty/ui/brands";
import { buttonClass } from "@loyalty/ui/button";
import { type LanguageCode, LANGUAGES } from "@loyalty/ui/languages";
import { QueryResult } from "@loyalty/ui/query-result";
import { Tabs } from "@loyalty/ui/tabs";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DeskTable } from "../../components/desk-table.tsx";
import { Buttons, Section } from "../../components/page.tsx";
import { contentTexts } from "../../texts/content.ts";
import { differences, type Words } from "./differences.ts";
import { choiceName, type Names } from "./entry-words.ts";
import { useContentPreview } from "./queries.ts";
import { type KindName, KINDS } from "./shapes.ts";

interface ContentPreviewProps {
  kind: KindName;
  revision: number;
  /** A page of the site that shows the draft. */
  link: string;
}

/** The page with the draft, and what differs from what members read now, by language. */
export function ContentPreview({ kind, revision, link }: ContentPreviewProps) {
  const { t } = useTranslation(contentTexts);
  const query = useContentPreview(kind, revision);
  const [language, setLanguage] = useState<LanguageCode>("en");
  const namesIn = (dishes: { id: string; name: { en: string } }[]): Names => ({
    dish: (id) => dishes.find((each) => each.id === id)?.name.en ?? id,
    choice: (value) => choiceName(value, t),
  });
  const words: Words = {
    field: (name) => t(`fields.${name}`),
    order: t("order"),
    yes: t("yes"),
    no: t("no"),
  };
  return (
    <Section title={t("previewTitle")}>
      <p>{t("previewText")}</p>
      <Tabs
        label={t("previewLanguage")}
        active={language}
        onChange={setLanguage}
        tabs={LANGUAGES.map(({ code, name }) => ({ key: code, label: name }))}
      />
      <Buttons>
        {brandKeys.map((brand) => (
          <a
            key={brand}
            href={`${link}&${new URLSearchParams({ brand, language }).toString()}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({})}
          >
            <ExternalLink aria-hidden="true" size={18} />
            {t("previewOpen", { brand: brands[brand].name })}
          </a>
        ))}
      </Buttons>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="12rem">
        {({ before, after }) => (
          <DeskTable
            rows={differences(KINDS[kind], [before[kind], after[kind]], language, words, [
              namesIn(before.menu.dishes),
              namesIn(after.menu.dishes),
            ])}
            caption={t("previewTitle")}
            empty={t("noDifference")}
            rowKey={({ key }) => key}
            columns={[
              { head: t("place"), cell: ({ place }) => place, isTitle: true },
              { head: t("before"), cell: ({ was }) => was },
              { head: t("after"), cell: ({ becomes }) => becomes },
            ]}
          />
        )}
      </QueryResult>
    </Section>
  );
}
