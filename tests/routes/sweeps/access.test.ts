import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import { Browser, locationOf } from "../../support/app"
import { browserOf, fingerprint, useSeededDatabase } from "../../support/demo"
import { routeTable } from "../../support/route-table"
import { type Audience, admitted, audiences, type Person, people, staff } from "./access-table"

/** Where somebody who is not admitted is sent. */
function sentTo(person: Person, audience: Audience): string {
  if (person === "anonymous") return "/auth/login"
  if (staff.includes(person)) return "/super-admin"
  if (person === "family") return "/student/dashboard"
  if (person === "teacher") return "/dashboard/teacher"
  if (
    person === "unpaid admin" &&
    ["office", "administrators", "teaching", "people", "members"].includes(audience)
  )
    return "/select-plan?upgrade=true"
  return "/dashboard"
}

const logins = new Map<string, Browser>()
let signIns = ""

/** A login of this person that nothing has touched: all are made again once an address has ended or changed one. */
async function loggedIn(name: string): Promise<Browser> {
  const readAll = () => JSON.stringify(sqlite().prepare("select * from sign_ins order by id").raw().all())
  if (readAll() !== signIns) logins.clear()
  const login = logins.get(name) ?? (await browserOf(name))
  logins.set(name, login)
  signIns = readAll()
  return login.copy()
}

/** Downloads that write into the school's log who took them. */
const logsEachLook = new Set(["/settings/admin/export.zip"])

beforeAll(() => useSeededDatabase())

// Calls of the JSON API have a table of their own: who may make them depends on the method.
const table = routeTable()
const addresses = table
  .map((row) => row.path)
  .filter((path) => !path.startsWith("/api/") || path === "/api/*")
const unknownId = "018f0000-0000-7000-8000-000000000000"
const addressOf = (path: string) => path.replace(/:\w+/g, unknownId).replace("/*", "/no-such-page")

describe("who may open what", () => {
  test("every route has its row in the reviewed table, and no row is left over", () => {
    expect(Object.keys(audiences).sort()).toEqual([...new Set(addresses)].sort())
  })

  for (const path of addresses) {
    const audience = audiences[path]
    if (!audience) continue
    test(`${path}: ${audience}`, async () => {
      const before = fingerprint()
      for (const [person, name] of Object.entries(people) as [Person, string | null][]) {
        for (const method of ["GET", "POST"] as const) {
          const fresh = name ? await loggedIn(name) : new Browser()
          const answer =
            method === "GET" ? await fresh.visit(addressOf(path)) : await fresh.submit(addressOf(path), {})
          const location = locationOf(answer)
          const seen = `${method} ${path} as ${person}: ${answer.status} ${location}`
          expect(answer.status, seen).toBeLessThan(500)
          if (admitted[audience].includes(person)) continue
          if (answer.status === 405) continue
          expect([answer.status, location.split("?to=")[0]], seen).toEqual([302, sentTo(person, audience)])
        }
      }
      if (!["anyone", "signed-in", "customers"].includes(audience) && !logsEachLook.has(path))
        expect(fingerprint(), "something was changed").toBe(before)
    })
  }
})

/** Asks for what one module of a page loads, as a browser does that has the rest already: no other loader runs. */
const aloneAt = ({ path, id }: { path: string; id: string }) =>
  `${addressOf(path)}.data?${new URLSearchParams({ _routes: id })}`

const pages = table.filter(({ file, layouts }) => layouts.length > 0 && file.endsWith(".tsx"))

describe("who may ask for a page without the layouts around it", () => {
  test("only that page’s loader is asked", async () => {
    const admin = await browserOf(people.admin)
    const answer = await admin.visit(aloneAt({ path: "/students", id: "routes/students/students" }))
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(text).toContain('"routes/students/students"')
    expect(text).not.toContain('"shell"')
  })

  for (const page of pages) {
    const audience = audiences[page.path]
    if (!audience) continue
    test(`${page.path}: ${audience}`, async () => {
      for (const [person, name] of Object.entries(people) as [Person, string | null][]) {
        if (admitted[audience].includes(person)) continue
        const fresh = name ? await loggedIn(name) : new Browser()
        const answer = await fresh.visit(aloneAt(page))
        const text = await answer.text()
        const seen = `${page.id} as ${person}: ${answer.status} ${text}`
        // Remix sends a redirect of a loader as data, with a status of its own.
        expect(answer.status, seen).toBe(202)
        const to = sentTo(person, audience)
        expect(
          [`"${to}"`, `"${to}?to=`].some((place) => text.includes(place)),
          seen,
        ).toBe(true)
      }
    })
  }
})
