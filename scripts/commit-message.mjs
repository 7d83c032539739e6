// Checks a commit message, for the hook in .githooks: "Refund a payment that the provider has lost", then a blank line
// and the reason.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const subjectLimit = 72
const bodyLimit = 80
/** Verbs that end in -ed or -ing as they are. */
const verbs = new Set(
  "Bring Embed Exceed Feed Heed Need Ping Proceed Seed Shed Speed Spring Succeed Swing".split(" "),
)

/**
 * What is wrong with a message, one sentence each.
 * @param {string} text the message as git hands it over, with its comments
 * @returns {string[]}
 */
export function problemsOf(text) {
  const [message = ""] = text.split(/^# -+ >8 -+$/m)
  const lines = message
    .split(/\r?\n/)
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .trim()
    .split("\n")
  const [subject = "", second = "", ...body] = lines
  // Git writes these itself; what they lead to was checked already or will be.
  if (/^(Merge |Revert "|Reapply "|fixup! |squash! |amend! )/.test(subject)) return []
  return [...subjectProblems(subject), ...bodyProblems(second, body)]
}

function subjectProblems(subject) {
  const [verb = ""] = subject.split(" ")
  const problems = []
  if (!subject) return ["Enter a subject that says what the commit does."]
  if (subject.length > subjectLimit)
    problems.push(`Keep the subject under ${subjectLimit + 1} characters; it has ${subject.length}.`)
  if (/[.!…]$/.test(subject)) problems.push("End the subject without a period.")
  if (!/^[A-Z][a-z-]*,?$/.test(verb))
    problems.push("Start the subject with a capitalized verb, without a prefix.")
  else if (/(ed|ing)$/.test(verb) && !verbs.has(verb))
    problems.push(`Begin with an imperative such as "Add", not "${verb}".`)
  return problems
}

function bodyProblems(second, body) {
  const problems = []
  if (second) problems.push("Leave the second line blank.")
  // A long address can't be wrapped.
  const wide = body.find(
    (line) => line.length > bodyLimit && /\S\s+\S/.test(line.trim()) && !line.includes("://"),
  )
  if (wide) problems.push(`Wrap the body at ${bodyLimit} characters: "${wide.slice(0, 40)}…"`)
  return problems
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problems = problemsOf(readFileSync(process.argv[2] ?? "", "utf8"))
  for (const problem of problems) console.error(`commit message: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
