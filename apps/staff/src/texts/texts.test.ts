import { testTexts } from "@loyalty/ui/texts/testing.ts";

testTexts(import.meta.glob("./*/*.json", { eager: true, import: "default" }));
