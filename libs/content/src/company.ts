import type { BrandKey } from "@loyalty/ui/brands";

/** The group behind both brands; named in the legal texts and the copyright line. */
export const company = {
  legalName: "Krua Bowl Group Sdn. Bhd.",
  supportEmail: "support@kruabowl.example",
  careersEmail: "careers@kruabowl.example",
  country: "MY",
} as const;

/** How a brand is reached, and what else pages link to. */
export interface BrandContact {
  email: string;
  /**
   * As people read it, and as `tel:` wants it. Ours cannot be dialled: no Malaysian number begins with a nought, so it is
   * nobody's, and the operator puts their own. Outlets have none of their own.
   */
  phone: { shown: string; dialled: string };
  /** When a user answers it, every day, on Malaysia's clock. */
  answers: { opens: string; closes: string };
  social: { instagram: string; x: string; tiktok: string };
  /** What its outlets are in the words of schema.org, for search engines. */
  outletType: "Restaurant" | "CafeOrCoffeeShop";
  menuPdf: string;
}

export const contacts: Record<BrandKey, BrandContact> = {
  "krua-bowl": {
    email: "hello@kruabowl.example",
    phone: { shown: "+60 3-0000 0142", dialled: "+60300000142" },
    answers: { opens: "10:00", closes: "18:00" },
    social: {
      instagram: "https://www.instagram.com/kruabowl",
      x: "https://x.com/kruabowl",
      tiktok: "https://www.tiktok.com/@kruabowl",
    },
    outletType: "Restaurant",
    menuPdf: "/menus/krua-bowl.pdf",
  },
  "thong-cha": {
    email: "hello@thongcha.example",
    phone: { shown: "+60 3-0000 0177", dialled: "+60300000177" },
    answers: { opens: "10:00", closes: "18:00" },
    social: {
      instagram: "https://www.instagram.com/thongcha.my",
      x: "https://x.com/thongcha_my",
      tiktok: "https://www.tiktok.com/@thongcha.my",
    },
    outletType: "CafeOrCoffeeShop",
    menuPdf: "/menus/thong-cha.pdf",
  },
};
