import { beforeEach, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { setClassPrice } from "~/models/teaching/price/price-step.server"
import { listLessonsWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { addClassRow, addEnrollmentRow, addSessionRow } from "../../support/lessons"
import { openSchool } from "../../support/school"

// Lessons whose attendance was taken while their class had no price: named where the family is invoiced, and priced there.

let actor: Actor
let browser: Browser
let classId = ""
let okafor: ReturnType<typeof openFamily>
let novak: ReturnType<typeof openFamily>

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  okafor = openFamily(actor)
  novak = openFamily(actor, {
    name: "Novak",
    adults: [{ name: "Iva Novak", email: "iva@example.com", payerShare: 10_000 }],
    children: ["Mia"],
  })
  classId = addClassRow(actor, { name: "Drums", kind: "group", instrument: "Drums", capacity: 4 })
})
const ofNovak = () => `/billing/new-invoice?family=${novak.familyId}`

/** Mia is there on these days, a student of the Okafors on the others; who isn't is excused. */
function teach(days: readonly string[], others: readonly string[] = []) {
  const [mia = "", guest = ""] = [novak.studentIds[0], okafor.studentIds[0]]
  addEnrollmentRow(actor, classId, mia, { startsOn: "2026-10-01" })
  if (others.length > 0) addEnrollmentRow(actor, classId, guest, { startsOn: "2026-10-01" })
  for (const date of new Set([...days, ...others])) {
    const mark = (studentId: string, comes: boolean) => ({
      studentId,
      code: comes ? ("present" as const) : ("excused" as const),
    })
    const marks = [mark(mia, days.includes(date))]
    if (others.length > 0) marks.push(mark(guest, others.includes(date)))
    expect(takeRegister(actor, addSessionRow(actor, classId, date), { marks }).ok).toBe(true)
  }
}

const charged = ({ familyId }: { familyId: string }) =>
  listUnbilledCharges(actor, { familyId }).map(({ occurredOn, amountMinor }) => [occurredOn, amountMinor])

async function work() {
  while (await runNextJob());
}

test("lessons of a class without a price are named where their family is invoiced", async () => {
  owe(actor, novak, 2000)
  owe(actor, okafor, 3250)
  teach(["2026-11-11", "2026-11-04"])
  const text = await browser.read("/billing/unbilled")
  expect(text).toContain("Check first, 1 family")
  expect(text).toMatch(/No price ?\. 2 lessons of Drums can’t be billed yet\. Set price/)
  expect(text.indexOf("Novak")).toBeLessThan(text.indexOf("Okafor"))
  const invoice = await browser.visit(ofNovak())
  const html = await invoice.clone().text()
  expect(await textOf(invoice)).toContain("Drums 2 past lessons since Nov 4, 2026, no price")
  expect(html).toContain(`href="/classes/${classId}/edit"`)
  expect(await browser.read(`/billing/new-invoice?family=${okafor.familyId}`)).not.toContain("Drums")

  setClassPrice(actor, classId, { billing: "per_session", amountMinor: 2500, fromDate: "2026-11-01" })
  await work()
  expect(await browser.read("/billing/unbilled")).not.toContain("No price")
  expect(await browser.read(ofNovak())).not.toContain("past lessons since")
})

test("a class price set on the new invoice has the lessons on it at once; those of others follow", async () => {
  teach(["2026-10-14", "2026-11-04"], ["2026-10-07", "2026-11-04"])
  const at = `${ofNovak()}&from=2026-11-01&to=2026-11-30`
  expect(await browser.read(at)).toContain("A class price charges 2 past lessons of other families, too.")
  const form = { dueOn: "2026-12-07", note: "Thank you", priceClass: classId, priceKind: "class" }
  for (const fields of [
    { ...form, intent: "price-lessons", priceAmount: "" },
    { ...form, intent: "price-lessons", priceAmount: "0" },
    { ...form, intent: "price-lessons", priceAmount: "a lot" },
    { ...form, intent: "enter", priceAmount: "-5" },
    { ...form, intent: "send", priceAmount: "25" },
    { ...form, intent: "draft", priceAmount: "25" },
  ]) {
    const refused = await browser.submit(at, fields)
    expect([400, 409]).toContain(refused.status)
    const html = await refused.text()
    expect(html).toContain("<title>Error: ")
    expect(html).toContain("Thank you")
    if (fields.priceAmount) expect(html).toContain(`value="${fields.priceAmount}"`)
  }
  expect(charged(novak)).toEqual([])

  const set = await browser.submit(at, { ...form, intent: "enter", priceAmount: "25.50" })
  expect(set.status).toBe(303)
  const back = set.headers.get("location") ?? ""
  expect(back).toContain("from=2026-10-14")
  expect(back).toContain("note=Thank+you")
  expect(charged(novak)).toEqual([
    ["2026-10-14", 2550],
    ["2026-11-04", 2550],
  ])
  const text = await browser.read(back)
  expect(text).toMatch(/Lessons, 2 \$51\.00 Total \$51\.00/)
  expect(text).not.toContain("past lessons since")
  expect(charged(okafor)).toEqual([])
  await work()
  expect(charged(okafor)).toEqual([
    ["2026-10-07", 2550],
    ["2026-11-04", 2550],
  ])
  expect(charged(novak)).toHaveLength(2)
  const again = await browser.submit(at, { ...form, intent: "price-lessons", priceAmount: "30" })
  expect(again.status).toBe(409)
  expect(await again.text()).toContain("These lessons now have a price.")
})

test("a custom price set there charges this family alone, however many lessons it has", async () => {
  const days = [5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 19, 20].map((day) => `2026-10-${`0${day}`.slice(-2)}`)
  teach(days, ["2026-10-05"])
  const form = { dueOn: "2026-12-07", priceClass: classId, priceKind: "own", priceAmount: "20" }
  expect((await browser.submit(ofNovak(), { ...form, intent: "price-lessons" })).status).toBe(303)
  expect(charged(novak)).toEqual(days.map((day) => [day, 2000]))
  await work()
  expect(charged(novak)).toHaveLength(12)
  expect(charged(okafor)).toEqual([])
  expect(listLessonsWithoutPrice(actor)).toMatchObject([{ familyId: okafor.familyId, lessons: 1 }])
})

test("another school's class has no price set, and the lessons of another family's stay as they are", async () => {
  teach(["2026-11-04"])
  const stranger = openSchool()
  const other = await Browser.of(stranger.userId)
  const theirs = openFamily(stranger.actor)
  const fields = { dueOn: "2026-12-07", intent: "price-lessons", priceClass: classId, priceAmount: "1" }
  await expect(other.submit(`/billing/new-invoice?family=${theirs.familyId}`, fields)).toAnswer(409)
  expect((await other.submit(ofNovak(), fields)).status).toBe(404)
  expect(listLessonsWithoutPrice(actor)).toHaveLength(1)
})
