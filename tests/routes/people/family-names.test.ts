import { sqlite } from "db/client.server"
import { expect, test } from "vitest"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { openSchool } from "../../support/school"

// Two families of one name, and one of another, which stays as it is.

async function openTwins() {
  const { actor, userId } = openSchool()
  const family = (name: string, children: string[]) =>
    openFamily(actor, {
      name,
      children,
      adults: [
        {
          name: `Adult of ${children[0]}`,
          email: `${children[0]?.toLowerCase()}@example.net`,
          payerShare: 10_000,
        },
      ],
    })
  const families = [
    family("Haddad family", ["Otis", "Milo"]),
    family("haddad family", ["Lina"]),
    family("Okafor family", ["Amara"]),
  ]
  for (const each of families) {
    const issued = issueInvoice(actor, november(each.familyId, [owe(actor, each, 2000)]))
    if (!issued.ok) throw new Error(issued.reason)
    owe(actor, each, 3000)
  }
  return { actor, families, browser: await Browser.of(userId) }
}

test("families of one name are told apart by their children in every list, choice and file", async () => {
  const { browser } = await openTwins()
  const read = async (path: string) => browser.read(path)
  await browser.submit("/students", { intent: "columns", column: ["family", "status"] })
  for (const path of [
    "/billing",
    "/billing/unbilled",
    "/billing/manage",
    "/billing/history?from=2026-01-01&to=2026-12-31",
    "/billing/unbilled?from=2026-11-01&to=2026-11-30",
    "/students",
  ]) {
    const text = await read(path)
    expect(`${path} ${text}`).toMatch(/Haddad family Milo, Otis/)
    expect(`${path} ${text}`).toMatch(/haddad family Lina/)
    expect(`${path} ${text}`).not.toMatch(/Okafor family Amara[^ ]/)
  }
  for (const path of [
    "/billing/invoices.csv",
    "/billing/history.csv?from=2026-01-01&to=2026-12-31",
    "/billing/new-invoice",
  ])
    expect(`${path} ${await browser.html(path)}`).toMatch(/Haddad family \(Milo, Otis\)/)
  expect(await read("/search?q=adult")).toContain("Haddad family (Milo, Otis)")
  expect(await read("/search?q=2026-0001")).toContain("Haddad family (Milo, Otis)")
})

test("reminders name them too", async () => {
  const { actor } = await openTwins()
  fixClock(testNow + 60 * 86_400_000)
  const browser = await Browser.of(actor.userId ?? "")
  const text = await browser.read("/billing/manage/reminders")
  fixClock(testNow)
  expect(text).toContain("Haddad family Milo, Otis")
})

test("one query tells any number of families apart", async () => {
  const { actor, families } = await openTwins()
  const prepared: string[] = []
  const database = sqlite()
  const prepare = database.prepare.bind(database)
  database.prepare = ((sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }) as typeof database.prepare
  const named = tellApart(actor, families)
  database.prepare = prepare
  expect(named.map(({ familyChildren }) => familyChildren)).toEqual(["Milo, Otis", "Lina", null])
  const asked = prepared.filter((sql) => !/^pragma|total_changes/.test(sql))
  expect(asked).toHaveLength(1)
  expect(tellApart(actor, [])).toEqual([])
})
