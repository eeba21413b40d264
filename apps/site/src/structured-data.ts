import { country, currency } from "@loyalty/api-client/group";
import { contacts } from "@loyalty/content/company";
import { pictureAddress } from "@loyalty/api-client/http";
import { textIn, type Translated } from "@loyalty/content/content";
import { faqContent, tierWords, withTiers } from "@loyalty/content/faq";
import { type Dish, menuContent, menuOf } from "@loyalty/content/menu";
import { groupsOf, type Week } from "@loyalty/content/opening-hours";
import { type Outlet, outletsContent } from "@loyalty/content/outlets";
import { menuTexts } from "@loyalty/public-pages/menu/texts";
import { paths } from "@loyalty/shell/paths";
import { type BrandKey, brands, DEFAULT_BRAND } from "@loyalty/ui/brands";
import { i18n } from "@loyalty/ui/i18n";

import { brandId, type JsonLd } from "./json-ld.ts";

/** Structured data of single pages in the terms of schema.org, of what the site is built with. */

const words = (text: Translated): string => textIn(text, i18n.language);

/** A brand's menu, by default that of the prerendered pages, with its parts, dishes and prices. */
export function menuCard(origin: string, brand: BrandKey = DEFAULT_BRAND): JsonLd {
  return {
    "@type": "Menu",
    "@id": `${origin}${paths.menu}#${brand}`,
    name: `${brands[brand].name} ${i18n.t("title", { ns: menuTexts })}`,
    hasMenuSection: menuOf(menuContent.snapshot, brand).map(({ title, dishes }) => ({
      "@type": "MenuSection",
      name: words(title),
      hasMenuItem: dishes.map(menuItem),
    })),
  };
}

function menuItem(dish: Dish): JsonLd {
  return {
    "@type": "MenuItem",
    name: words(dish.name),
    ...(dish.about && { description: words(dish.about) }),
    suitableForDiet: "https://schema.org/HalalDiet",
    offers: {
      "@type": "Offer",
      price: (dish.priceSen / 100).toFixed(2),
      priceCurrency: currency.code,
    },
  };
}

/** The questions of the membership page and their answers. */
export function questions(): JsonLd {
  return {
    "@type": "FAQPage",
    mainEntity: faqContent.snapshot.questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: words(question),
      acceptedAnswer: { "@type": "Answer", text: withTiers(words(answer), tierWords()) },
    })),
  };
}

/**
 * One entry for each pair of hours, with the days that have it. A day that no entry names is one on which it is closed.
 * From midnight to midnight search engines take for closed: a whole day ends at 23:59.
 */
export function openingHours(week: Week): JsonLd[] {
  return groupsOf(week).flatMap(({ days, hours }) =>
    hours.map(({ opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)),
      opens,
      closes: opens === closes ? "23:59" : closes,
    })),
  );
}

/** From midnight to midnight search engines take for closed. */
const CLOSED = { opens: "00:00", closes: "00:00" };

const specialHours = (
  firstDay: string,
  lastDay: string,
  { opens, closes }: typeof CLOSED,
): JsonLd => ({
  "@type": "OpeningHoursSpecification",
  validFrom: firstDay,
  validThrough: lastDay,
  opens,
  closes,
});

/** The outlets, each with its address, place and hours. */
export const restaurants = (origin: string): JsonLd[] =>
  outletsContent.snapshot.outlets.map((outlet) => restaurant(outlet, origin));

function restaurant(outlet: Outlet, origin: string): JsonLd {
  const { address, closures, coordinates, hours, picture, specialDays } = outlet;
  return {
    "@type": contacts[outlet.brand].outletType,
    "@id": `${origin}${paths.locations}#outlet-${outlet.id}`,
    name: `${brands[outlet.brand].name} ${outlet.name}`,
    url: `${origin}${paths.locations}`,
    telephone: contacts[outlet.brand].phone.dialled,
    servesCuisine: ["Thai", "Halal"],
    priceRange: contacts[outlet.brand].priceRange,
    hasMenu: `${origin}${paths.menu}`,
    parentOrganization: { "@id": brandId(origin, outlet.brand) },
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      postalCode: address.postcode,
      addressLocality: address.city,
      addressRegion: address.state,
      addressCountry: country.code,
    },
    geo: { "@type": "GeoCoordinates", latitude: coordinates.lat, longitude: coordinates.lng },
    ...(picture?.image && { image: new URL(pictureAddress(picture.image), origin).href }),
    openingHoursSpecification: openingHours(hours),
    ...(closures.length + specialDays.length > 0 && {
      specialOpeningHoursSpecification: [
        ...closures.map(({ firstDay, lastDay }) => specialHours(firstDay, lastDay, CLOSED)),
        ...specialDays.flatMap((special) =>
          special.hours.map((each) => specialHours(special.day, special.day, each)),
        ),
      ],
    }),
  };
}
