import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { readImports, targetOf } from "../../scripts/import-graph.mjs"
import { brokenLayers } from "../../scripts/layers.mjs"

/** The rules that one import breaks. */
const brokenBy = (from: string, to: string) =>
  brokenLayers(new Map([[from, [to]]])).map((line: string) => line.slice(0, line.indexOf(":")))

const model = "app/models/teaching/seat/seat.server.ts"
const react = "node_modules/react/"

describe("one import breaks one rule", () => {
  test.each([
    ["wing-teaching", model, "app/models/money/charge/charge.server.ts"],
    ["wing-foundation", "app/models/foundation/job/job.ts", "app/models/exchange/feed/feed.ts"],
    ["screens-people", "app/components/people/student/a.tsx", "app/components/money/invoice/b.tsx"],
    ["texts-people", "app/texts/people/refusals.ts", "app/texts/money/refusals.ts"],
    ["texts-anywhere", "app/texts/money/refusals.ts", "app/models/money/charge/charge.server.ts"],
    ["server-edge", "server.ts", "app/routes/public/landing.tsx"],
    ["routes-no-db", "app/routes/students/student.tsx", "db/client.server.ts"],
    ["routes-no-db", "app/routes/students/student.tsx", "node_modules/drizzle-orm/"],
    ["routes-alone", "app/routes/students/student.tsx", "app/routes/students/students.tsx"],
    ["routes-behind-the-edge", "app/routes/students/student.tsx", "app/edge/relay.server.ts"],
    ["components-browser", "app/components/shell/menu.tsx", model],
    ["components-browser", "app/components/shell/menu.tsx", "db/schema/choices.ts"],
    ["enhance-browser", "app/enhance/login.ts", "app/components/shell/menu.tsx"],
    ["enhance-browser", "app/enhance/login.ts", react],
    ["enhance-apart", "app/components/shell/menu.tsx", "app/enhance/login.ts"],
    ["models-pure", model, "app/http/guards.server.ts"],
    ["models-pure", model, react],
    ["jobs-thin", "app/jobs/worker.server.ts", "app/components/shell/menu.tsx"],
    ["http-below-routes", "app/http/json.server.ts", "db/client.server.ts"],
    ["edge-before-remix", "app/edge/relay.server.ts", "app/components/shell/menu.tsx"],
    ["providers-outside", "app/providers/paypal/http.server.ts", "app/models/money/payment/payment.ts"],
    ["utils-leaf", "app/utils/money.ts", "app/models/money/payment/payment.ts"],
    ["db-ground", "db/client.server.ts", "app/utils/clock.server.ts"],
    ["forms-are-read-in-one-place", "app/http/json.server.ts", "node_modules/@conform-to/zod/v4/"],
    ["app-no-sandbox", "app/jobs/worker.server.ts", "tests/support/clock.ts"],
    ["sandbox-apart", "sandbox/sandbox.ts", "app/utils/money.ts"],
    ["actors-are-made-by-guards", model, "app/models/foundation/access/actor.server.ts"],
  ])("%s: %s → %s", (rule, from, to) => {
    expect(brokenBy(from, to)).toContain(rule)
  })

  test("no-circles: two files that need each other", () => {
    const imports = new Map([
      ["db/a.ts", ["db/b.ts"]],
      ["db/b.ts", ["db/c.ts"]],
      ["db/c.ts", ["db/a.ts"]],
      ["db/d.ts", ["db/a.ts"]],
    ])
    expect(brokenLayers(imports)).toEqual([
      expect.stringMatching(/^no-circles: db\/a\.ts → db\/b\.ts → db\/c\.ts → db\/a\.ts\n/),
    ])
  })

  test.each([
    [model, "app/models/teaching/class/class.server.ts"],
    [model, "db/client.server.ts"],
    ["app/models/money/charge/charge.server.ts", model],
    ["app/routes/students/student.tsx", "app/routes/students/student-acts.server.ts"],
    ["app/enhance/login.ts", "app/http/safe-redirect.ts"],
    ["app/http/guards.server.ts", "app/models/foundation/access/actor.server.ts"],
    ["app/http/read-form.server.ts", "node_modules/@conform-to/zod/v4/"],
    ["sandbox/sandbox.ts", "app/models/accounts/plan/plan-catalogue.ts"],
    ["db/seed.ts", "app/utils/clock.server.ts"],
    ["app/utils/money.test.ts", model],
  ])("%s may import %s", (from, to) => {
    expect(brokenBy(from, to)).toEqual([])
  })
})

describe("imports", () => {
  let folder = ""
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test("count whether they are of values, of types, late, or only passed on", () => {
    folder = mkdtempSync(join(tmpdir(), "tutti-imports-"))
    mkdirSync(join(folder, "noun"))
    const at = join(folder, "noun", "from.ts")
    writeFileSync(
      at,
      `import { a } from "./a"
import type { B } from "./b"
export { c } from "../c"
import "./d.css"
const late = () => import("./e")
type F = import("./f").F
`,
    )
    for (const name of ["noun/a.ts", "noun/b.tsx", "c/index.ts", "noun/d.css"]) {
      mkdirSync(join(folder, name, ".."), { recursive: true })
      writeFileSync(join(folder, name), "")
    }
    expect(
      readImports([folder])
        .get(at)
        ?.map((to: string) => to.slice(folder.length + 1)),
    ).toEqual(["noun/a.ts", "noun/b.tsx", "c/index.ts", "noun/d.css", "noun/e", "noun/f"])
  })

  test("lead to our files by their short names, and else to packages", () => {
    expect(targetOf("server.ts", "~/utils/money")).toBe("app/utils/money.ts")
    expect(targetOf("server.ts", "db/client.server")).toBe("db/client.server.ts")
    expect(targetOf("app/root.tsx", "@remix-run/react")).toBe("node_modules/@remix-run/react/")
    expect(targetOf("app/root.tsx", "./styles/entry.app.css?url")).toBe("app/styles/entry.app.css")
  })
})
