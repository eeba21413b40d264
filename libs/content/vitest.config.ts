import { screenTests } from "../../tools/vite/screen-tests.ts";

export default screenTests({ project: "libs/content", texts: ["libs/ui"] });
