import { beforeAll, describe, expect, test } from "vitest"
import { Browser } from "../support/app"
import { browserOf, fingerprint, useSeededDatabase } from "../support/demo"
import { routeTable } from "../support/route-table"
import { type Audience, admitted, audiences, type Person, people } from "./access-table"

/** Where somebody who is not admitted is sent. */
function sentTo(person: Person, audience: Audience): string {
  if (person === "anonymous") return "/auth/login"
  if (person === "platform") return "/super-admin"
  if (person === "family") return "/student/dashboard"
  if (person === "teacher") return "/dashboard/teacher"
  if (
    person === "unpaid admin" &&
    ["office", "administrators", "teaching", "people", "members"].includes(audience)
  )
    return "/select-plan?upgrade=true"
  return "/dashboard"
}

/** Downloads that write into the school's log who took them. */
const logsEachLook = new Set(["/settings/admin/export.zip"])

beforeAll(() => useSeededDatabase())

// Calls of the JSON API have a table of their own: who may make them depends on the method.
const addresses = routeTable()
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
          // A sign-in of its own each time: some of these addresses end it.
          const fresh = name ? await browserOf(name) : new Browser()
          const answer =
            method === "GET" ? await fresh.visit(addressOf(path)) : await fresh.submit(addressOf(path), {})
          const location = answer.headers.get("Location") ?? ""
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
