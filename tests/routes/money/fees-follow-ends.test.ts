import { charges } from "db/schema/money"
import { beforeEach, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { addDiscountRule } from "~/models/money/discount/discount-rules.server"
import { saveMaterial } from "~/models/money/material/materials.server"
import { changeTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { openClass } from "../../support/lessons"
import { openSchool, rowsOf } from "../../support/school"

// What the office ends and takes back, without scripts: the monthly fees follow.

beforeEach(() => fixClock(testNow))

test("a class that ended months ago takes its fees back, and undone they are there again", async () => {
  const { actor } = openSchool()
  const office = await Browser.of(actor.userId ?? "")
  const { classId } = openClass(actor, {
    pupils: ["Otis Rossi", "Wren Adeyemi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  for (const month of ["2026-09", "2026-10", "2026-11"]) chargeMonth(actor, month)
  const sum = () =>
    rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }).reduce(
      (all, { amountMinor }) => all + amountMinor,
      0,
    )
  const work = async () => {
    fixClock(now() + 2000)
    for (let turns = 0; turns < 200; turns += 1) if (!(await runNextJob())) return
  }
  expect(sum()).toBe(54_000)
  const at = `/classes/${classId}/end`
  const ended = { lastDay: "2026-09-29", reason: "The teacher left", intent: "save" }
  expect((await office.submit(at, ended)).status).toBe(303)
  await work()
  expect(sum()).toBe(18_000)
  const page = await office.html(at)
  const ending = /name="ending" value="([^"]+)"/.exec(page)?.[1] ?? ""
  expect((await office.submit(at, { intent: "undo", ending })).status).toBe(303)
  await work()
  expect(sum()).toBe(54_000)
})

test("a sale that comes again with other facts is refused beside its form, which has a key of its own then", async () => {
  const { actor } = openSchool()
  const family = openFamily(actor)
  const office = await Browser.of(actor.userId ?? "")
  const saved = saveMaterial(actor, { name: "Book", price: 1250, tax: "default", stock: 9 })
  const at = `/billing/materials/sell?family=${family.familyId}`
  const sale = { material: saved.ok ? saved.id : "", holder: "family", soldOn: "2026-11-18", formKey: "once" }
  expect((await office.submit(at, { ...sale, quantity: "1" })).status).toBe(303)
  expect((await office.submit(at, { ...sale, quantity: "1" })).status).toBe(303)
  const other = await office.submit(at, { ...sale, quantity: "2" })
  expect(other.status).toBe(409)
  const html = await other.clone().text()
  expect(await textOf(other)).toContain("This form was already sent with other details.")
  const formKey = /name="formKey" value="([^"]+)"/.exec(html)?.[1] ?? "once"
  expect(formKey).not.toBe("once")
  expect(html).toContain('value="2"')
  expect((await office.submit(at, { ...sale, quantity: "2", formKey })).status).toBe(303)
  const sold = rowsOf(charges, { schoolId: actor.school.id, source: "material" })
  expect(sold.map(({ amountMinor }) => amountMinor).sort()).toEqual([1250, 2500])
})

test("a fee that got other words follows the last day with them, until the office gives it another amount", async () => {
  const { actor } = openSchool()
  const office = await Browser.of(actor.userId ?? "")
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  const rule = { name: "Welcome", kind: "sibling", target: "all", fromNth: 1, family: undefined } as const
  addDiscountRule(actor, { ...rule, off: { rate: 10_000, amountMinor: null } })
  const { classId } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  chargeMonth(actor, "2026-11")
  const unbilled = "/billing/unbilled"
  const ready = async () => office.read(unbilled)
  const change = async (fields: Record<string, string>) => {
    const html = await office.html(unbilled)
    const page = /\/billing\/charges\/[\w-]+/.exec(html)?.[0] ?? ""
    expect(await office.read(page)).toContain("Discounts are worked out again")
    return office.submit(page, { reason: "Asked for it", occurredOn: "2026-11-02", ...fields })
  }
  const work = async () => {
    fixClock(now() + 2000)
    for (let turns = 0; turns < 200; turns += 1) if (!(await runNextJob())) return
  }
  const at = `/classes/${classId}/end`
  const end = async () => {
    const ended = { lastDay: "2026-11-10", reason: "The teacher left", intent: "save" }
    expect((await office.submit(at, ended)).status).toBe(303)
    await work()
  }
  const undo = async () => {
    const page = await office.html(at)
    const ending = /name="ending" value="([^"]+)"/.exec(page)?.[1] ?? ""
    expect((await office.submit(at, { intent: "undo", ending })).status).toBe(303)
    await work()
  }

  await expect(change({ description: "", amount: "81.00" })).toAnswer(400, "Enter a description.")
  expect((await change({ description: "Piano with Otis", amount: "81.00" })).status).toBe(303)
  expect(await ready()).toMatch(/Piano with Otis, Monthly fee Welcome, 10%: −\$9\.00 Edit \$81\.00/)
  await end()
  expect(await ready()).toMatch(
    /Piano with Otis, Monthly fee, 10 of 30 days Welcome, 10%: −\$3\.00 Edit \$27\.00/,
  )
  await undo()
  expect(await ready()).toMatch(/Piano with Otis, Monthly fee Welcome, 10%: −\$9\.00 Edit \$81\.00/)
  await end()
  expect((await change({ description: "Agreed part", amount: "36.00" })).status).toBe(303)
  await undo()
  expect(await ready()).toMatch(/Agreed part, .* Welcome, 10%: −\$4\.00 Edit \$36\.00/)
})
