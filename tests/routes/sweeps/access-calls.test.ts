import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import type { Caller } from "~/addresses/address"
import { Browser } from "../../support/app"
import { browserOf, useSeededDatabase } from "../../support/demo"
import { routeTable } from "../../support/route-table"
import { admittedToCall, calls, type Person, people } from "./access-table"

// Every call of the JSON API, made by everybody, against the reviewed table of who may make it. What it does is taken back.

type Operation = { security?: object[]; responses: Record<string, object> }
let described: Record<string, Record<string, Operation>> = {}

beforeAll(async () => {
  useSeededDatabase()
  const answer = await new Browser().visit("/api/openapi.json")
  described = ((await answer.json()) as { paths: typeof described }).paths
})

const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

const schoolOf = (name: string) =>
  sqlite()
    .prepare(
      "select m.school_id from members m join users u on u.id = m.user_id where ? in (u.email, u.username)",
    )
    .pluck()
    .get(name) as string | undefined

/** Bodies that reach the question who is asking; the other calls ask it before they read. */
const bodies: Record<string, (name: string) => object> = {
  "post /api/subscription/manual-activation": () => ({
    amount: "2999",
    planName: "Standard Monthly",
    currency: "USD",
  }),
  "delete /api/cleanup/cancel-registration": (email) => ({ email }),
}

async function ask(call: string, name: string | null): Promise<Response> {
  const [method = "", template = ""] = call.split(" ")
  const ownSchool = (name && schoolOf(name)) ?? schoolOf("admin@harmony.example") ?? ""
  const path = template.replace("{schoolId}", ownSchool).replace("{providerKey}", "paypal")
  const browser = name ? await browserOf(name) : new Browser()
  if (method === "get") return browser.visit(path)
  return browser.call(method.toUpperCase(), path, bodies[call]?.(name ?? "zoe@example.com") ?? {})
}

/** What somebody hears who is not admitted: 401 where signing in may help, 403 where it can't. */
const refusal = (person: Person, audience: Caller) =>
  person === "anonymous" || audience === "provider" ? 401 : 403

describe("who may make which call", () => {
  test("every call has its row in the reviewed table, and no row is left over", () => {
    const operations = Object.entries(described).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(Object.keys(calls).sort()).toEqual(operations.sort())
    const addresses = new Set(Object.keys(calls).map((call) => call.split(" ")[1]))
    const routes = routeTable()
      .map(({ path }) => path.replace(/:(\w+)/g, "{$1}"))
      .filter((path) => path.startsWith("/api/") && path !== "/api/*")
    expect(routes.filter((path) => !addresses.has(path))).toEqual([])
  })

  test.each(Object.entries(calls))("%s: %s", async (call, audience) => {
    const admitted = admittedToCall[audience]
    for (const [person, name] of Object.entries(people) as [Person, string | null][]) {
      trial("begin")
      try {
        const answer = await ask(call, name)
        const seen = `${call} as ${person}: ${answer.status} ${await answer.text()}`
        expect(answer.status, seen).not.toBe(500)
        if (admitted.includes(person)) expect([401, 403], seen).not.toContain(answer.status)
        else expect(answer.status, seen).toBe(refusal(person, audience))
      } finally {
        trial("rollback")
      }
    }
  })

  test.each(Object.entries(calls))("%s is described as for %s", (call, audience) => {
    const [method = "", path = ""] = call.split(" ")
    const operation = described[path]?.[method]
    const admitted = admittedToCall[audience]
    const needsSignIn = !admitted.includes("anonymous") && audience !== "provider"
    expect(operation?.security !== undefined, "the description asks for the sign-in").toBe(needsSignIn)
    const statuses = Object.keys(operation?.responses ?? {})
    if (needsSignIn) expect(statuses).toContain("401")
    if (needsSignIn && admitted.length < admittedToCall["signed-in"].length) expect(statuses).toContain("403")
  })
})
