import { globSync, readFileSync } from "node:fs"
import ts from "typescript"
import { describe, expect, test } from "vitest"
import { paths } from "~/utils/paths"
import { routeFiles, routeTable } from "../support/route-table"

const guards = new Set([
  "allowAnyone",
  "findViewer",
  "requireUser",
  "requireUserWithStartPassword",
  "requireUserSettingUp",
  "requireSelf",
  "requireMember",
  "requireMemberPaidOrNot",
  "requireSuperAdmin",
  "requireStaff",
  "requirePerson",
  "requireCustomer",
  "requireFeedReader",
  "requireInvoiceLink",
  "requireOffer",
  "requireSchoolPage",
  "requirePageOfLink",
  "requireLogo",
  "findCaller",
  "requireViewerCall",
  "requirePersonCall",
  "requireStaffCall",
])

/** The first call in the first statement of each exported loader and action. */
function firstCalls(file: string): { handler: string; call: string | undefined }[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true)
  return source.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name || !statement.body) return []
    const exported = statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)
    if (!exported || !["loader", "action"].includes(statement.name.text)) return []
    let call: string | undefined
    const look = (node: ts.Node) => {
      if (call) return
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) call = node.expression.text
      ts.forEachChild(node, look)
    }
    const first = statement.body.statements[0]
    if (first) look(first)
    return [{ handler: `${statement.name.text} of ${file}`, call }]
  })
}

const modules = routeFiles()
/** Answered by the edge, for when the rest is in trouble. */
const beforeRemix = new Set<string>([paths.health(), paths.status()])

describe("routes", () => {
  test("every module has its place in the table", () => {
    const inTable = new Set(
      routeTable().flatMap(({ file, layouts }) => [file, ...layouts.map((one) => one.file)]),
    )
    expect(modules.filter((file) => !inTable.has(file))).toEqual([])
  })

  test("every loader and action begins with a guard", () => {
    const unguarded = modules
      .flatMap((file) => firstCalls(`app/${file}`))
      .filter(({ call }) => !call || !guards.has(call))
    expect(unguarded).toEqual([])
  })

  test("loaders and actions are plain functions, so that the guard check can read them", () => {
    const odd = modules.filter((file) =>
      /export const (loader|action)\b/.test(readFileSync(`app/${file}`, "utf8")),
    )
    expect(odd).toEqual([])
  })

  test("a page whose form sends what was seen is shown as it is now once it’s refused", () => {
    const sends = /name="seen"|\bseen=\{|sends=\{\{[^}]*\bseen\b/
    // Their refusal brings what to send next or leads to the page, or they take another part of such a form.
    const answerItself =
      /^routes\/(absences\/absence|billing\/price-changes|classes\/(class-e(dit|nd)|swap-times)|families\/family-changes|super-admin\/school(-credit)?|teachers\/pay-rates)\.tsx$/
    const parts = [...globSync("app/components/**/*.tsx")].filter((file) =>
      sends.test(readFileSync(file, "utf8")),
    )
    const imports = parts.map((file) => `"~/${file.slice(4, -4)}"`)
    const stale = modules
      .filter((file) => file.endsWith(".tsx") && !answerItself.test(file))
      .map((file) => ({ file, text: readFileSync(`app/${file}`, "utf8") }))
      .filter(({ text }) => sends.test(text) || imports.some((path) => text.includes(path)))
      // A lesson that is dragged on the week is sent to its card.
      .concat({
        file: "routes/schedule/schedule.tsx",
        text: readFileSync("app/routes/schedule/schedule.tsx", "utf8"),
      })
      .filter(({ text }) => !/export const shouldRevalidate[\s\S]*?alsoWhenRefused/.test(text))
    expect(stale.map(({ file }) => file)).toEqual([])
  })

  test("every address the app links to exists", () => {
    const patterns = routeTable()
      .filter((row) => row.path !== "/*")
      .map((row) => new RegExp(`^${row.path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`))
    const missing = Object.entries(paths)
      .map(([name, build]) => ({
        name,
        path: (build as (id: string) => string)("some-id").split("?")[0] ?? "",
      }))
      .filter(({ path }) => !beforeRemix.has(path) && !patterns.some((pattern) => pattern.test(path)))
    expect(missing).toEqual([])
  })

  test("parameters are named for their noun", () => {
    const parameters = routeTable().flatMap((row) => row.path.match(/:\w+/g) ?? [])
    expect(parameters.filter((name) => !/^:[a-z]+(Id|Key|Token)$/.test(name))).toEqual([])
  })
})
