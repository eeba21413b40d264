import { testTexts } from "@loyalty/ui/testing/texts";

testTexts(import.meta.glob("./**/texts/*/*.json", { eager: true, import: "default" }));
