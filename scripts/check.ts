// Whether a change holds, in three minutes at most: format, lint, types and layers first, then the tests nearest to what was changed
// and a few that tell most. Compared with the last commit, or with a branch: `npm run check -- main`. `npm test` runs everything.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { type Change, nearestTests } from "./nearest-tests"
import { runCheck } from "./run-check.mjs"
import { say } from "./setup.mjs"

/** The tests that most changes would break, were they wrong. */
const telling = [
  ...["documents", "migrations", "routes", "schema", "screen-needs", "source", "styles", "wings"].map(
    (name) => `tests/architecture/${name}.test.ts`,
  ),
  "app/http/read-form.test.ts",
  "app/jobs/worker.test.ts",
  "app/models/attendance/register/take-register.test.ts",
  "app/models/foundation/access/rights.test.ts",
  "app/models/money/invoice/issue-invoice.test.ts",
  "app/models/money/ledger/ledger.test.ts",
  "app/models/teaching/class/enroll.test.ts",
  "tests/routes/accounts/sign-in.test.ts",
  "tests/routes/attendance/register.test.ts",
  "tests/routes/money/billing.test.ts",
  "tests/routes/people/student-forms.test.ts",
]
/** So many take a minute and a half on two cores. */
const most = { unit: 40, routes: 12 }

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 })
const lines = (text: string) => text.split("\n").filter(Boolean)

const asked = process.argv.slice(2).find((arg) => !arg.startsWith("--"))
const untracked = lines(git("ls-files", "--others", "--exclude-standard"))
const isClean = untracked.length === 0 && git("diff", "--name-only", "HEAD") === ""
const base = asked ? git("merge-base", asked, "HEAD").trim() : isClean ? "HEAD~1" : "HEAD"
const changed = [...new Set([...lines(git("diff", "--name-only", base)), ...untracked])].filter(existsSync)
say(`${changed.length} files differ from ${asked ?? (isClean ? "the commit before" : "the last commit")}.`)

const bin = (name: string) => `node_modules/.bin/${name}`
const node = process.execPath
const statics = [
  runCheck("format and lint", bin("biome"), [
    "check",
    "--error-on-warnings",
    "--no-errors-on-unmatched",
    ...(changed.length > 0 ? changed : ["package.json"]),
  ]),
  runCheck("layers", node, ["scripts/layers.mjs"]),
  runCheck("types", node, [
    "node_modules/typescript-native/bin/tsc",
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    ".cache/types.tsbuildinfo",
  ]),
]

const ofLanguage = new Set([
  "continue",
  "function",
  "instanceof",
  "interface",
  "readonly",
  "satisfies",
  "undefined",
])

/** The names on the lines of a file that a change has added or taken away, and what those lines are a part of. */
function wordsOf(path: string): Set<string> {
  const isNew = untracked.includes(path)
  const shown = isNew
    ? lines(readFileSync(path, "utf8"))
    : lines(git("diff", "--unified=0", base, "--", path))
  const changedLines = shown.filter((line) => isNew || /^[+-](?![+-])/.test(line))
  const names = changedLines.flatMap((line) => line.match(/[A-Za-z_]\w{4,}/g) ?? [])
  const around = shown.flatMap((line) => /^@@.*@@.*\b(?:const|function|type) (\w+)/.exec(line)?.[1] ?? [])
  const telling = names.filter((name) => (/[A-Z_]/.test(name) || name.length > 7) && !ofLanguage.has(name))
  return new Set([...telling, ...around])
}

const needsMuch = (test: string) => /build\/|support\/server"/.test(readFileSync(test, "utf8"))
const isRun = (test: string) =>
  /^(app|db|tests\/(architecture|sandbox|routes))\//.test(test) &&
  !/^tests\/routes\/(sweeps|edge)\//.test(test)

const changes: Change[] = changed.map((path) => ({ path, words: wordsOf(path) }))
const near = nearestTests(changes).filter(
  (test) => changed.includes(test) || (isRun(test) && !(test.startsWith("tests/routes/") && needsMuch(test))),
)
const ofRoutes = near.filter((test) => test.startsWith("tests/routes/"))
const others = near.filter((test) => !test.startsWith("tests/routes/"))
const chosen = new Set([...others.slice(0, most.unit), ...ofRoutes.slice(0, most.routes), ...telling])
const left = near.filter((test) => !chosen.has(test)).length

const passed = await Promise.all(statics)
say(
  `${near.length} tests are near${left > 0 ? `; ${left} of them are left to npm test` : ""}. With those that tell most: ${chosen.size}.`,
)
const run = (name: string, files: string[], projects: string[]) =>
  runCheck(name, bin("vitest"), [
    "run",
    "--maxWorkers=1",
    ...projects.map((project) => `--project=${project}`),
    "--experimental.fsModuleCache",
    "--experimental.fsModuleCachePath=.cache/transformed",
    ...files,
  ])
const isOfRoutes = (test: string) => test.startsWith("tests/routes/")
passed.push(
  ...(await Promise.all([
    run(
      "tests of models and screens",
      [...chosen].filter((test) => !isOfRoutes(test)),
      ["unit", "unit-apart"],
    ),
    run("tests of routes", [...chosen].filter(isOfRoutes), ["routes"]),
  ])),
)
if (passed.includes(false)) process.exitCode = 1
