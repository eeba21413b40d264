/** What the two services of weaknesses answered, in one shape: what was found, or why they were silent. */

/** @typedef {{ findings: string[], unanswered?: string }} Answer */

/** `npm audit` names these; lower ones are listed and do not fail. */
const SERIOUS = ["high", "critical"];

/**
 * @param {string} output of `npm audit --json`
 * @returns {Answer}
 */
export function readNpm(output) {
  const answer = parsed(output);
  if (!answer?.vulnerabilities) return { findings: [], unanswered: reasonOf(answer) };
  const serious = Object.values(answer.vulnerabilities).filter(({ severity }) =>
    SERIOUS.includes(severity),
  );
  return { findings: serious.map(({ name, severity }) => `${name}: ${severity}`).sort() };
}

/**
 * @param {string} output of `pip-audit -f json`
 * @returns {Answer}
 */
export function readPip(output) {
  const answer = parsed(output);
  if (!answer?.dependencies) return { findings: [], unanswered: reasonOf(answer) };
  const unknown = answer.dependencies.filter(({ skip_reason }) => skip_reason);
  if (unknown.length > 0)
    return {
      findings: [],
      unanswered: `${unknown.length} of ${answer.dependencies.length} unknown to it`,
    };
  return {
    findings: answer.dependencies.flatMap(({ name, version, vulns }) =>
      vulns.map(({ id }) => `${name} ${version}: ${id}`),
    ),
  };
}

/** The JSON in the output of a program, without the text before and after it. */
function parsed(output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  } catch {
    return null;
  }
}

/** Without the address it went to: that is the machine's business. */
const reasonOf = (answer) => (answer?.statusCode ? `status ${answer.statusCode}` : "no answer");
