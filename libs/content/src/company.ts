// By its file: Node itself loads this, and cannot read TypeScript through a package.
import group from "../../../group.json" with { type: "json" };
import type { BrandKey } from "../../ui/src/theme/brands.ts";

/** The group behind the brands; named in the legal texts and the copyright line. */
export const company = {
  name: group.name,
  legalName: group.legalName,
  supportEmail: group.emails.support,
  careersEmail: group.emails.careers,
  country: group.country.code,
} as const;

/** How a brand is reached, and what else pages show of it beside its look and its sentences. */
export interface BrandContact {
  email: string;
  /**
   * As people read it, and as `tel:` wants it. Ours cannot be dialled: no Malaysian number begins with a nought, so it is
   * nobody's, and the operator puts their own. Outlets have none of their own.
   */
  phone: { shown: string; dialled: string };
  /** When a user answers it, every day, on the group's clock. */
  answers: { opens: string; closes: string };
  social: { instagram: string; x: string; tiktok: string };
  /** What its outlets are in the words of schema.org, for search engines, and what a meal costs there. */
  outletType: "Restaurant" | "CafeOrCoffeeShop";
  priceRange: string;
  /** The face of headings in the printed menu, by the name of its package at Fontsource. */
  face: { name: string; weight: number };
  /** Drawings of the content (`art/scenes`). */
  scenes: { story: string; halal: string; menu: string };
  /** What it serves, a path within 36 by 44, for the pins of the map. */
  pin: string;
}

export const contacts = group.brands as Record<BrandKey, BrandContact>;
