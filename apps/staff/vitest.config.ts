import { screenTests } from "../../libs/ui/scripts/screen-tests.ts";

export default screenTests({ project: import.meta.dirname, texts: "src/texts" });
