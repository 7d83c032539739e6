import { missedSearches } from "db/schema/platform-service"
import { afterAll, beforeAll, expect, test } from "vitest"
import { forgetOldMissed, settleMissed } from "~/models/platform/missed-search/missed-searches.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import { openSchool, removeRows, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// What people look for in vain is counted by the word alone, and shown to the platform's staff.

const day = 86_400_000
let office: Browser
let staff: Browser
beforeAll(async () => {
  // What other tests looked for in this process.
  settleMissed()
  removeRows(missedSearches)
  office = await Browser.of(openPayingFamily().school.userId ?? "")
  staff = await Browser.of(addStaff().userId)
})
afterAll(() => fixClock(testNow))

const lookFor = async (text: string, browser = office, page = "/search") => {
  expect((await browser.visit(`${page}?q=${encodeURIComponent(text)}`)).status).toBe(200)
}
const counted = () => {
  settleMissed()
  return Object.fromEntries(rowsOf(missedSearches).map(({ word, times }) => [word, times]))
}

test("a word without a result is counted, in the palette what was typed in the end, and staff see it", async () => {
  await lookFor("Fax  machine")
  for (const text of ["xyl", "xylop", "xyloph", "xylophone"]) await lookFor(text, office, "/search.json")
  expect(counted()).toEqual({ "fax machine": 1, xylophone: 1 })
  const other = await Browser.of(openSchool().userId)
  await lookFor("fax machine", other)
  await lookFor("zither", other)
  await lookFor("late fee", other)
  await lookFor("sms", other)
  expect(counted()).toEqual({ "fax machine": 2, xylophone: 1, zither: 1 })
  const page = await staff.read("/super-admin/missed-searches")
  expect(page).toMatch(/Word Times Last \(UTC\) fax machine 2 .* xylophone 1 /)
  expect(page).not.toContain("Harmony")
  expect((await office.visit("/super-admin/missed-searches")).status).not.toBe(200)
})

test("what may tell of a person isn't counted: addresses, numbers, names of the school, also with a slip", async () => {
  const before = counted()
  for (const text of [
    "jo@zzz.example",
    "617 555 0142",
    "invoice 20269999",
    "Hadad zzz",
    "zzz otsi haddda",
    "Wilhelmina Qvist",
    "zz",
  ])
    await lookFor(text)
  expect(counted()).toEqual(before)
  await lookFor("q".repeat(90))
  expect(Object.keys(counted())).toContain("q".repeat(60))
})

test("a word that no one has looked for in 90 days is forgotten", async () => {
  fixClock(testNow + 60 * day)
  await lookFor("zither", await Browser.of(openSchool().userId))
  expect(counted()).toMatchObject({ zither: 2 })
  fixClock(testNow + 91 * day)
  forgetOldMissed()
  expect(counted()).toEqual({ zither: 2 })
})
