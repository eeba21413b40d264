import { mailLink } from "@loyalty/content/contact";
import { useOutlets } from "@loyalty/content/outlets";
import { paths } from "@loyalty/shell/paths";
import { company, contacts } from "@loyalty/content/company";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import { brandKeys, brands } from "@loyalty/ui/brands";
import { buttonClass } from "@loyalty/ui/button";
import { formatClock, formatList } from "@loyalty/ui/formats";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useBrand } from "@loyalty/ui/theme-store";
import { Mail, MapPin, Phone } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";

import { PageHead, Section } from "../components/page-layout.tsx";
import styles from "./contact-screen.module.css";
import { FeedbackForm } from "./feedback-form.tsx";
import { contactTexts } from "./texts.ts";

/** How to reach the people of the active brand. */
export default function ContactScreen() {
  const { t } = useTranslation(contactTexts);
  const { brand } = useBrand();
  const contact = contacts[brand.key];
  const outlets = useOutlets();
  const names = formatList(brandKeys.map((key) => brands[key].name));

  const ways = [
    {
      key: "write",
      Icon: Mail,
      text: t("write.text"),
      to: mailLink(contact.email, t("write.subject", { brand: brand.name })),
      label: contact.email,
    },
    {
      key: "call",
      Icon: Phone,
      text: t("call.text", {
        opens: formatClock(contact.answers.opens),
        closes: formatClock(contact.answers.closes),
      }),
      to: `tel:${contact.phone.dialled}`,
      label: t("call.button", { phone: contact.phone.shown }),
    },
    {
      key: "visit",
      Icon: MapPin,
      text: t("visit.text", { outlets: outlets.length }),
      to: paths.locations,
      label: t("visit.button"),
    },
  ] as const;

  return (
    <>
      <PageHead eyebrow={brand.name} title={t("title")} intro={t("intro")} />
      <Section title={t("feedback.title")} id="feedback" formBeside>
        <p className={textStyles.measure}>{t("feedback.text")}</p>
        <FeedbackForm />
      </Section>
      <Grid gap={4} columns="widest" className={styles.ways}>
        {ways.map(({ key, Icon, text, to, label }) => (
          <Stack
            as="section"
            key={key}
            gap={2}
            pad={5}
            align="start"
            className={surfaceStyles.card}
          >
            <span className={surfaceStyles.disc}>
              <Icon aria-hidden="true" />
            </span>
            <h2 className={textStyles.xl}>{t(`${key}.title`)}</h2>
            <p className={textStyles.muted}>{text}</p>
            <Link className={buttonClass({ variant: "outline" })} to={to}>
              {label}
            </Link>
          </Stack>
        ))}
      </Grid>
      <Section title={t("members.title")} sunken>
        <p className={textStyles.measure}>
          <Trans
            ns={contactTexts}
            i18nKey="members.text"
            values={{ email: company.supportEmail }}
            components={{ mail: <a href={`mailto:${company.supportEmail}`} /> }}
          />
        </p>
      </Section>
      <Section title={t("follow.title")}>
        <p>{t("follow.text")}</p>
        <Cluster as="ul" role="list" gap={3}>
          {(["instagram", "x", "tiktok"] as const).map((network) => (
            <li key={network}>
              <a
                className={buttonClass({ variant: "soft" })}
                href={contact.social[network]}
                rel="noopener"
              >
                {t(`follow.${network}`)}
              </a>
            </li>
          ))}
        </Cluster>
        <p className={textStyles.note}>
          {t("company", { company: company.legalName, brands: names })}
        </p>
      </Section>
    </>
  );
}
