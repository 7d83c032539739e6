import { beforeEach, expect, test } from "vitest"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { Browser, locationOf, textOf } from "../../support/app"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { signedIn } from "../../support/family"
import { openClass } from "../../support/lessons"

// A course sold in installments, from its price to what the family reads, as a browser without scripts does it.

let school: BilledSchool
let classId: string
let edit: string

beforeEach(async () => {
  school = await openBilledSchool()
  classId = openClass(school.actor, { pupils: ["Otis Rossi"] }).classId
  edit = `/classes/${classId}/edit`
})

const course = { command: "course", total: "460.00", months: "4", count: "4", firstOn: "2026-12-15" }
const send = (fields: Record<string, string>, browser = school.browser) => browser.submit(edit, fields)
const page = async (path: string, browser = school.browser) => browser.read(path)

test("is previewed, set, shown before enrolling, charged, and due for the family on its day", async () => {
  const preview = await textOf(await send({ ...course, intent: "preview" }))
  expect(preview).toContain("Installment 1, due Dec 15, 2026 $115.00")
  expect(preview).toContain("Total price $460.00")
  expect(preview).toContain("Otis Rossi: 4 installments, $460.00 with discounts and tax")
  expect(await page(`/classes/${classId}/billing`)).not.toContain("Installment 1")

  const set = await send({ ...course, intent: "course" })
  expect([set.status, locationOf(set)]).toEqual([303, `/classes/${classId}/billing`])
  const billing = await page(locationOf(set))
  expect(billing).toContain("Price set to $460.00 in 4 installments.")
  expect(billing).toContain("Installment 4, due Mar 15, 2027 $115.00")
  const [amara = ""] = school.family.studentIds
  const enrolling = `/classes/${classId}/students`
  expect(await page(enrolling)).toContain("Installment 4, due Mar 15, 2027 $115.00")
  const student = { students: amara, startsOn: "2027-01-04" }
  const cost = await textOf(await school.browser.submit(enrolling, { ...student, intent: "preview" }))
  expect(cost).toContain("Installment 2 of 4, due Jan 15, 2027")
  expect(cost).not.toContain("Installment 1 of 4")
  expect((await school.browser.submit(enrolling, { ...student, intent: "save" })).status).toBe(303)

  fixClock(instantOf("2027-01-04", "09:30", school.actor.school.timeZone))
  chargeMonth(school.actor, "2027-01")
  const own = listUnbilledCharges(school.actor, { familyId: school.family.familyId })
  expect(own.map(({ amountMinor }) => amountMinor)).toEqual([11_500])
  const office = await Browser.of(school.userId)
  const sent = await office.submit(
    `/billing/new-invoice?family=${school.family.familyId}&from=2027-01-01&to=2027-01-31`,
    { intent: "send", "charge[]": own[0]?.chargeId ?? "", dueOn: "2027-01-08", note: "" },
  )
  const invoice = locationOf(sent)
  expect(await page(invoice, office)).toContain("Installment 2 of 4, due Jan 15, 2027")
  const guardian = await Browser.of(
    signedIn(school.actor, "guardian", school.family.guardianIds[0] ?? "").userId,
  )
  const invoiceId = invoice.split("/").at(-1) ?? ""
  const read = await page(`/student/invoices/${invoiceId}`, guardian)
  expect(read).toMatch(/Jan(uary)? 15, 2027/)
})

test("is sold for one payment, or for two at the start and in the middle", async () => {
  const two = { ...course, count: "2" }
  const preview = await textOf(await send({ ...two, intent: "preview" }))
  expect(preview).toContain("Installment 1, due Dec 15, 2026 $230.00")
  expect(preview).toContain("Installment 2, due Feb 15, 2027 $230.00")
  expect(preview).toContain("Otis Rossi: 2 installments, $460.00 with discounts and tax")
  const set = await send({ ...course, count: "1", intent: "course" })
  const billing = await page(locationOf(set))
  expect(billing).toContain("Price set to $460.00 in one payment.")
  expect(billing).toContain("One payment, due Dec 15, 2026 $460.00")
  const [amara = ""] = school.family.studentIds
  const student = { students: amara, startsOn: "2027-01-04" }
  const enrolling = `/classes/${classId}/students`
  const cost = await textOf(await school.browser.submit(enrolling, { ...student, intent: "preview" }))
  expect(cost).toContain("One payment, month 2 of 4, due Dec 15, 2026")
  expect((await school.browser.submit(enrolling, { ...student, intent: "save" })).status).toBe(303)
  fixClock(instantOf("2027-01-04", "09:30", school.actor.school.timeZone))
  chargeMonth(school.actor, "2027-01")
  const own = listUnbilledCharges(school.actor, { familyId: school.family.familyId })
  expect(own.map(({ amountMinor, occurredOn }) => [amountMinor, occurredOn])).toEqual([
    [11_500, "2027-01-04"],
    [11_500, "2027-01-04"],
    [11_500, "2027-01-04"],
  ])
})

test("has due dates of its own, which are shown to be changed after the preview", async () => {
  const two = { ...course, count: "2" }
  const shown = await (await send({ ...two, intent: "preview" })).text()
  for (const date of ["2026-12-15", "2027-02-15"]) expect(shown).toContain(`value="${date}"`)
  const own = { ...two, datesOf: "2026-12-15 4 2", "dueOn[0]": "2026-12-20", "dueOn[1]": "2027-03-01" }
  const preview = await textOf(await send({ ...own, intent: "preview" }))
  expect(preview).toContain("Installment 2, due Mar 1, 2027 $230.00")
  const wrong = await send({ ...own, "dueOn[1]": "2026-12-20", intent: "course" })
  const refused = await wrong.text()
  expect([wrong.status, refused]).toEqual([
    409,
    expect.stringContaining("Choose a day after the installment before."),
  ])
  expect(refused).toContain('name="dueOn[1]"')
  const empty = await send({ ...own, "dueOn[1]": "", intent: "course" })
  expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining("Enter a date.")])
  // another number of installments: its dates are shown before anything is set
  const other = await textOf(await send({ ...own, count: "4", intent: "course" }))
  expect(other).toContain("Installment 4, due Mar 15, 2027 $115.00")
  expect(await page(`/classes/${classId}/billing`)).not.toContain("Installment 1")
  expect((await send({ ...own, intent: "course" })).status).toBe(303)
  const billing = await page(`/classes/${classId}/billing`)
  expect(billing).toContain("Installment 1, due Dec 20, 2026 $230.00")
  expect(billing).toContain("Installment 2, due Mar 1, 2027 $230.00")
})

test("is refused beside the field with what was typed, and undone while nothing is charged", async () => {
  const wrong = [
    [{ total: "-5" }, "Enter an amount above zero"],
    [{ total: "NaN" }, "Enter an amount above zero"],
    [{ total: "1e99" }, "Enter an amount above zero"],
    [{ total: "0.03" }, "Enter a larger amount, or fewer months."],
    [{ count: "0" }, "Enter a number from 1 to 24."],
    [{ count: "25" }, "Enter a number from 1 to 24."],
    [{ count: "2.5" }, "Enter a number from 1 to 24."],
    [{ count: "5" }, "Enter at most one installment for each month."],
    [{ months: "25" }, "Enter a number from 1 to 24."],
    [{ firstOn: "2026-02-30" }, "Enter a date that exists, like Dec 31, 2026."],
    [{ firstOn: "2026-10-01" }, "Choose a day in this month or later."],
  ] as const
  for (const [fields, message] of wrong) {
    const answer = await send({ ...course, ...fields, intent: "course" })
    const text = await answer.text()
    expect([400, 409]).toContain(answer.status)
    expect(text).toContain(message)
    expect(text).toContain(`value="${Object.values(fields)[0]}"`)
  }
  await expect(send({ ...course, intent: "course" })).toAnswer(303)
  const back = { command: "course-back", fromDate: "2026-12-01" }
  expect((await send(back)).status).toBe(303)
  expect(await page(`/classes/${classId}/billing`)).not.toContain("Installment 1")
  expect((await send(back)).status).toBe(303)
  expect((await send({ ...back, fromDate: "never" })).status).toBe(400)

  await send({ ...course, intent: "course" })
  const stranger = await openBilledSchool()
  for (const fields of [course, back])
    expect((await send({ ...fields, intent: "course" }, stranger.browser)).status).toBe(404)
})
