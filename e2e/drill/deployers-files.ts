import { readFileSync, writeFileSync } from "node:fs";

/** Writes settings into a file of the deployer's: those it names get a value, others a line of their own. */
export function edit(file: string, settings: Record<string, string>): void {
  let text = readFileSync(file, "utf8");
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name}=.*$`, "m");
    text = line.test(text)
      ? text.replace(line, () => `${name}=${value}`)
      : `${text}${name}=${value}\n`;
  }
  writeFileSync(file, text);
}

/** What Debian's own /etc/nginx/nginx.conf says that matters to us, in a folder of ours. */
export function asDebians(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${process.getuid!() === 0 ? "user root;\n" : ""}worker_processes auto;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 768; }
http {
  sendfile on;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
${temporary.map((one) => `  ${one}_temp_path ${folder}/${one};`).join("\n")}
  include ${folder}/conf.d/*.conf;
}
`;
}
