import { screenTests } from "../../tools/vite/screen-tests.ts";

export default screenTests({ project: "apps/staff", texts: ["libs/ui", "libs/content"] });
