import { testTexts } from "@loyalty/ui/testing/texts";

testTexts(import.meta.glob("./*/*.json", { eager: true, import: "default" }));
