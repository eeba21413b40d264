import { pictureAddress } from "@loyalty/api-client/http";
import { senOf } from "@loyalty/api-client/rules/points";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { LANGUAGES, type LanguageCode } from "@loyalty/ui/languages";
import { SelectField } from "@loyalty/ui/field";
import { Cluster, Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Gift } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { rewardsTexts } from "../../texts/office-rewards.ts";
import { PartCanvas } from "./picture-field.tsx";
import { Card } from "./reward-fields.tsx";
import { type RewardForm, RINGGIT_OFF } from "./reward-form.ts";
import type { CroppedPicture } from "./reward-picture.ts";
import styles from "./reward.module.css";

interface RewardPreviewProps {
  form: RewardForm;
  picture: CroppedPicture | null;
  tierNames: ReadonlyMap<string, string>;
}

export function RewardPreview({ form, picture, tierNames }: RewardPreviewProps) {
  const { t } = useTranslation(rewardsTexts);
  const [language, setLanguage] = useState<LanguageCode>("en");
  const own = form.words[language];
  const shown = (name: "title" | "description") => own[name].trim() || form.words.en[name].trim();
  const days = Number(form.valid_days) || 0;
  const isRinggitOff = form.type === RINGGIT_OFF;
  const worth = senOf(isRinggitOff ? form.discount : form.value) || 0;
  const price =
    form.kind === "points"
      ? t("preview.points", { points: formatNumber(Number(form.cost.replaceAll(",", "")) || 0) })
      : form.kind === "membership"
        ? t("preview.tier", { tier: tierNames.get(form.tier) ?? "" })
        : t("preview.free");
  return (
    <Card title={t("preview.title")}>
      <SelectField
        label={t("preview.language")}
        labelHidden
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value as LanguageCode)}
      >
        {LANGUAGES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Stack pad={4} className={`${surfaceStyles.sunken} ${surfaceStyles.round}`}>
        <article
          className={`${surfaceStyles.card} ${surfaceStyles.clip} ${styles.tile}`}
          lang={own.title.trim() ? language : "en"}
        >
          {picture ? (
            <PartCanvas picture={picture} className={surfaceStyles.square} />
          ) : form.image ? (
            <img className={surfaceStyles.square} src={pictureAddress(form.image)} alt="" />
          ) : (
            <span className={styles.noPicture} aria-hidden="true">
              {isRinggitOff && worth > 0 ? formatMoney(worth, { whole: true }) : <Gift size={36} />}
            </span>
          )}
          <Stack gap={1} pad={4} className={`${textStyles.sm} ${textStyles.wrap}`}>
            <h3 className={textStyles.md}>{shown("title") || t("preview.noTitle")}</h3>
            {shown("description") !== "" && (
              <p className={textStyles.preLine}>{shown("description")}</p>
            )}
            <Cluster as="p" gap={2} justify="between">
              <strong>{price}</strong>
              {worth > 0 && <span>{t("preview.worth", { worth: formatMoney(worth) })}</span>}
            </Cluster>
            <p className={textStyles.fine}>{t("preview.validDays", { count: days })}</p>
          </Stack>
        </article>
      </Stack>
    </Card>
  );
}
