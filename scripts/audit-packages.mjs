// Which packages that run in production have a known vulnerability, by the lockfile alone. Ends with 1 when one is high or
// critical. It needs npm's registry: without it, it says so and ends with 0, or with 2 for `--strict`, as CI asks.
import { spawnSync } from "node:child_process"

const serious = ["high", "critical"]
const isStrict = process.argv.includes("--strict")

const { stdout, stderr } = spawnSync(
  "npm",
  ["audit", "--omit=dev", "--package-lock-only", "--json", "--no-update-notifier"],
  { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
)

/** What npm found, by package; undefined when it couldn't ask. */
function readReport() {
  try {
    return JSON.parse(stdout).vulnerabilities
  } catch {
    return undefined
  }
}

const found = readReport()
if (!found) {
  const [why = "npm gave no answer."] = stderr.split("\n").filter((line) => /audit|error/i.test(line))
  process.stdout.write(`Not asked: npm's registry can't be reached or doesn't answer. ${why}\n`)
  process.exitCode = isStrict ? 2 : 0
} else {
  const rows = Object.values(found)
  for (const { name, severity, range, via } of rows) {
    const about = via.flatMap((each) => (typeof each === "string" ? [] : `${each.title} (${each.url})`))
    process.stdout.write(
      `${severity}  ${name} ${range}: ${about.join("; ") || `through ${via.join(", ")}`}\n`,
    )
  }
  const isBad = rows.some(({ severity }) => serious.includes(severity))
  if (rows.length === 0) process.stdout.write("No known vulnerabilities in what runs in production.\n")
  process.exitCode = isBad ? 1 : 0
}
