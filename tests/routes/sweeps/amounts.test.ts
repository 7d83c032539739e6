import { sqlite } from "db/client.server"
import { members } from "db/schema/people"
import { decode } from "turbo-stream"
import { beforeAll, describe, expect, test } from "vitest"
import { screenNeeds } from "~/http/limits.server"
import { may } from "~/models/foundation/access/permissions"
import { type Right, wholeRights } from "~/models/foundation/access/rights"
import { type Browser, locationOf } from "../../support/app"
import { browserOf, fingerprint, useSeededDatabase } from "../../support/demo"
import { isScreen, pagesOf } from "../../support/pages"
import { changeRows } from "../../support/school"

// Without the right to see prices, no amount of the school reaches a member: not in what they read, not in the data
// that the page brings, not in a file.

const withoutPrices: Right[] = wholeRights(["people", "calendar", "messages"])
const holder = { role: "office" as const, rights: withoutPrices }

async function memberWith(rights: readonly Right[]): Promise<Browser> {
  const browser = await browserOf("books@harmony.example")
  changeRows(members, { role: "office" }, { rights: rights.join(",") })
  return browser
}

/** Amounts that a page's text or the data behind it brings. */
async function amountsIn(html: string): Promise<string[]> {
  const texts = [...html.matchAll(/\$\s?\d[\d,.]*/g)].map(
    ({ 0: found, index }) => html.slice(Math.max(0, index - 60), index) + found,
  )
  const [, sent] = /streamController\.enqueue\((".*?")\);window/.exec(html) ?? []
  if (!sent) return texts
  const { value } = await decode(new Blob([JSON.parse(sent)]).stream())
  return [...texts, ...numbersIn(value)]
}

/** Names that hold amounts, where the data brings a number for them. In attendance 100 stands for any price. */
function numbersIn(value: unknown, name = ""): string[] {
  if (typeof value === "number")
    return /minor$/i.test(name) && Math.abs(value) > 100 ? [`${name} ${value}`] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, Array.isArray(value) ? name : key))
}

beforeAll(() => {
  useSeededDatabase()
  // What people write into notes is theirs to read.
  sqlite().exec("update students set notes = null where notes like '%$%'")
})

const opens = ({ path }: { path: string }) => {
  const needs = screenNeeds[path]
  return needs !== undefined && may(holder, needs[0])
}
const schoolId = () =>
  sqlite().prepare("select id from schools where name = 'Harmony School of Music'").pluck().get() as string
const oneOf = (table: string) =>
  sqlite().prepare(`select id from ${table} where school_id = ?`).pluck().get(schoolId()) as string

describe("without the right to see prices", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await memberWith(withoutPrices)
  })

  test("no page brings an amount", async () => {
    const found: string[] = []
    let visited = 0
    for await (const { address, status, html } of pagesOf(browser, (row) => isScreen(row) && opens(row))) {
      if (status !== 200) continue
      visited += 1
      found.push(...(await amountsIn(html)).map((amount) => `${address}: ${amount}`))
    }
    expect(found.slice(0, 80)).toEqual([])
    expect(visited).toBeGreaterThan(30)
  }, 600_000)

  test("no file and no list for a form brings one", async () => {
    const files = Object.keys(screenNeeds).filter((path) => /\.(csv|json)$/.test(path) && !path.includes(":"))
    const ticked = ["students", "classes"].map((noun) =>
      browser.submit("/selections", { noun, act: "export", scope: "all", list: "" }),
    )
    const made = (await Promise.all(ticked)).map((answer) => locationOf(answer))
    for (const at of [
      ...files.filter((path) => opens({ path })),
      ...made.map((at) => `${at.split("?")[0]}/file.csv`),
    ]) {
      const answer = await browser.visit(at)
      const text = await answer.text()
      expect(text.match(/\$\s?\d.*|.*(Minor|Price|Balance).*/i)?.[0], at).toBeUndefined()
    }
    expect(made.filter((at) => at.startsWith("/selections/"))).toHaveLength(2)
  })

  test("billing of students, families and classes leads home, and filters by balance find no one", async () => {
    const billing = [
      `/students/${oneOf("students")}/billing`,
      `/classes/${oneOf("classes")}/billing`,
      `/billing/families/${oneOf("families")}`,
    ]
    for (const at of billing) expect((await browser.visit(at)).headers.get("Location"), at).toBe("/dashboard")
    for (const at of ["/students?balance=due", "/families?state=owing"])
      expect(await browser.read(at), at).toContain("match these filters")
    const sorted = await browser.html("/students?sort=balance")
    expect(sorted).not.toContain("Overdue")
    expect(sorted).toContain('href="/students/')
  })

  test("a price is neither set nor changed, and a copied class keeps the one it had", async () => {
    const classId = oneOf("classes")
    const enrollmentId = oneOf("enrollments")
    const enrolledIn = sqlite()
      .prepare("select class_id from enrollments where id = ?")
      .pluck()
      .get(enrollmentId)
    const price = {
      command: "price",
      intent: "save",
      billing: "monthly",
      amount: "1",
      fromDate: "2030-01-01",
    }
    for (const at of [`/classes/${classId}/edit`, `/classes/${enrolledIn}/students/${enrollmentId}`]) {
      const before = fingerprint()
      const answer = await browser.submit(at, price)
      expect([answer.status, await answer.text()], at).toEqual([
        403,
        expect.stringContaining("See prices and balances"),
      ])
      expect(fingerprint(), at).toBe(before)
    }
    const [was] = pricesOf(classId)
    const form = { kind: "group", name: "Copied without prices", capacity: "8", startsOn: "2030-01-07" }
    const more = {
      ends: "open",
      everyWeeks: "1",
      minutes: "45",
      billing: "monthly",
      amount: "1",
      intent: "save",
    }
    const made = await browser.submit(`/classes/create?from=${classId}`, { ...form, ...more })
    expect(pricesOf(made.headers.get("Location")?.split("/").at(-1) ?? "")).toEqual([was])
  })
})

test("a lesson at a found time begins with its usual price, in the form only of those who see prices", async () => {
  // What was arranged last for an instrument may be paid by the month, which is no price of one lesson.
  const ofEachInstrument = sqlite()
    .prepare("select min(id) from students where school_id = ? group by instrument")
    .pluck()
    .all(schoolId()) as string[]
  const ats = ofEachInstrument.flatMap((id) =>
    [30, 45, 60].map(
      (minutes) => `/classes/create?student=${id}&date=2026-12-02&time=16:00&minutes=${minutes}`,
    ),
  )
  const priced = async (rights: Right[]) => {
    const browser = await memberWith(rights)
    const forms = ats.map(async (at) => browser.html(at))
    return (await Promise.all(forms)).filter((html) => /<input[^>]*name="amount"[^>]*value="\d/.test(html))
      .length
  }
  expect(await priced([...withoutPrices, "prices"])).toBeGreaterThan(0)
  expect(await priced(withoutPrices)).toBe(0)
})

const pricesOf = (classId: string) =>
  sqlite()
    .prepare("select billing, amount_minor from class_prices where class_id = ? order by from_date desc")
    .all(classId)

test("with the right, the same pages bring amounts", async () => {
  const browser = await memberWith([...withoutPrices, "prices"])
  const at = [
    "/students",
    "/families",
    `/students/${oneOf("students")}`,
    `/families/${oneOf("families")}`,
    `/classes/${oneOf("classes")}`,
  ]
  for (const each of at) expect((await amountsIn(await browser.html(each))).length, each).toBeGreaterThan(0)
})
