import { expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { setClassPrice } from "~/models/teaching/price/set-price.server"
import { Browser, textOf } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addSessionRow } from "../../support/registers"
import { openSchool } from "../../support/school"

test("lessons of a class without a price are named where their family is invoiced, with the way to set it", async () => {
  const { actor, userId } = openSchool()
  const browser = await Browser.of(userId)
  const page = async (path: string) => textOf(await browser.visit(path))
  const adults = [{ name: "Iva Novak", email: "iva@example.com", payerShare: 10_000 }]
  const okafor = openFamily(actor)
  const novak = openFamily(actor, { name: "Novak", adults, children: ["Mia"] })
  owe(actor, novak, 2000)
  owe(actor, okafor, 3250)
  const classId = addClassRow(actor, { name: "Drums", kind: "group", instrument: "Drums", capacity: 4 })
  const studentId = novak.studentIds[0] ?? ""
  addEnrollmentRow(actor, classId, studentId)
  for (const date of ["2026-11-11", "2026-11-04"])
    takeRegister(actor, addSessionRow(actor, classId, date), { marks: [{ studentId, code: "present" }] })

  const text = await page("/billing/unbilled")
  expect(text).toContain("Check first, 1 family")
  expect(text).toMatch(/No price ?\. 2 lessons of Drums can’t be billed yet\. Set price/)
  expect(text.indexOf("Novak")).toBeLessThan(text.indexOf("Okafor"))
  const ofNovak = `/billing/new-invoice?family=${novak.familyId}`
  const invoice = await browser.visit(ofNovak)
  const html = await invoice.clone().text()
  expect(await textOf(invoice)).toContain("Drums 2 past lessons since Nov 4, 2026, no price Set price")
  expect(html).toContain(`href="/classes/${classId}/billing"`)
  expect(await page(`/billing/new-invoice?family=${okafor.familyId}`)).not.toContain("Drums")

  setClassPrice(actor, classId, { billing: "per_session", amountMinor: 2500, fromDate: "2026-11-01" })
  while (await runNextJob());
  expect(await page("/billing/unbilled")).not.toContain("No price")
  expect(await page(ofNovak)).not.toContain("past lessons since")
})
