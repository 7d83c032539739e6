import { describe, expect, test } from "vitest"
import { findAutoRule, listHolds } from "~/models/money/auto-invoicing/auto-invoicing.server"
import { Browser } from "../../support/app"
import { owe } from "../../support/billing"
import { openPayingFamily } from "../../support/family"
import { openSchool } from "../../support/school"

const at = "/billing/manage/automatic"

async function owing() {
  const { school, guardian, ...family } = openPayingFamily()
  owe(school, family, 4250)
  return { school, guardian, ...family, office: await Browser.of(school.userId ?? "") }
}

describe("automatic invoices", () => {
  test("are set on their page, which shows what the next run would send", async () => {
    const { school, office } = await owing()
    expect(await office.html("/billing/manage")).toContain(at)
    expect(await office.read(at)).toContain(
      "First run if you turn this on: December 1, 2026 Includes charges up to November 30, 2026. 1 invoice $42.50",
    )
    const saved = await office.submit(at, { intent: "rule", isOn: "on", dayOfMonth: "3", period: "past" })
    expect(saved.status).toBe(303)
    expect(findAutoRule(school)).toMatchObject({ isOn: true, dayOfMonth: 3, period: "past" })
    const page = await office.read(at)
    expect(page).toContain("Next run: December 3, 2026")
    expect(page).toContain("Includes charges up to November 30, 2026.")
  })

  test("refuse a day that isn’t in every month, and keep what was typed", async () => {
    const { school, office } = await owing()
    for (const dayOfMonth of ["", "0", "29", "x"]) {
      const refused = await office.submit(at, { intent: "rule", isOn: "on", dayOfMonth, period: "current" })
      expect(refused.status).toBe(400)
      const html = await refused.text()
      expect(html).toContain("Enter a day from 1 to 28.")
      expect(html).toContain('<option value="current" selected="">')
    }
    expect(findAutoRule(school).isOn).toBe(false)
  })

  test("leave out a family on hold, with a reason, until it is released", async () => {
    const { school, office, familyId } = await owing()
    const refused = await office.submit(`${at}?hold=${familyId}`, { intent: "hold", family: familyId })
    await expect(refused).toAnswer(400, "Enter a reason.")
    await office.submit(at, { intent: "hold", family: familyId, reason: "moves away" })
    expect(listHolds(school).get(familyId)).toBe("moves away")
    const page = await office.read(at)
    expect(page).toContain("On hold: moves away")
    expect(page).toContain("0 invoices $0.00")
    expect(await office.read(`/billing/families/${familyId}`)).toContain(
      "put the family’s automatic invoices on hold",
    )
    await office.submit(at, { intent: "release", family: familyId })
    expect(listHolds(school).size).toBe(0)
  })

  test("are the office’s of that school alone", async () => {
    const { guardian, familyId } = await owing()
    const stranger = await Browser.of(openSchool().userId)
    for (const intent of ["hold", "release"])
      expect((await stranger.submit(at, { intent, family: familyId, reason: "x" })).status).toBe(404)
    expect((await (await Browser.of(guardian.userId)).visit(at)).status).toBe(302)
    expect((await stranger.submit(at, { intent: "skip" })).status).toBe(303)
  })
})
