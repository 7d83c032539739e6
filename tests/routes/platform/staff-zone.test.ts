import { users } from "db/schema/accounts"
import { expect, test } from "vitest"
import { addUser } from "~/models/accounts/user/user.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openSchool, rowsOf } from "../../support/school"

const staff = (name: string) =>
  addUser({ name, email: `${name.slice(0, 3)}@tutti.example`, passwordHash: null, isSuperAdmin: true })

// Staff of the platform read times in a zone of their own, once they chose one.

test("times of the staff's pages are in UTC, or in the zone that the person chose", async () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const browser = await Browser.of(staff("Sam Ortiz"))
  const colleague = await Browser.of(staff("Grace Hopper"))
  const page = async (path: string, of = browser) => of.read(path)
  const school = `/super-admin/schools/${actor.school.id}`
  expect(await page("/settings/profile")).toContain("The platform’s, UTC")
  expect(await page(school)).toMatch(/Nov 18, 2026, 8:10 PM/)
  await expect(browser.submit("/settings/profile", { intent: "zone", timeZone: "Asia/Tokyo" })).toAnswer(303)
  expect(await page("/settings/profile")).toContain("Asia/Tokyo")
  expect(await page(school)).toMatch(/Nov 19, 2026, 5:10 AM/)
  expect(await page("/super-admin/staff")).not.toMatch(/8:10 PM/)
  expect(await page(school, colleague)).toMatch(/Nov 18, 2026, 8:10 PM/)
  const odd = await browser.submit("/settings/profile", { intent: "zone", timeZone: "Mars/Olympus" })
  await expect(odd).toAnswer(400, "Choose a time zone.")
  await browser.submit("/settings/profile", { intent: "zone", timeZone: "" })
  expect(await page(school)).toMatch(/Nov 18, 2026, 8:10 PM/)
  expect(rowsOf(users, { timeZone: "Asia/Tokyo" })).toEqual([])
})
