import { expect, test } from "vitest"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { Browser } from "../../support/app"
import { openFamily } from "../../support/billing"
import { inAct } from "../../support/in-act"
import { payInCash } from "../../support/payments"
import { openSchool } from "../../support/school"

test("a family's activity says whose answer changed", async () => {
  const { actor, userId } = openSchool()
  const { familyId, guardianIds, studentIds } = openFamily(actor, { name: "Okafor", children: ["Milo"] })
  const [mateo = "", zoe = ""] = guardianIds
  const answered = (noun: "guardian" | "student" | "family", nounId: string, answer: string) =>
    inAct(recordEvent)(actor, `${noun}.answer`, nounId, { before: { Size: null }, after: { Size: answer } })
  answered("guardian", mateo, "M")
  answered("guardian", zoe, "S")
  answered("student", studentIds[0] ?? "", "XS")
  answered("family", familyId, "L")
  const office = await Browser.of(userId)
  const text = await office.read(`/families/${familyId}/activity`)
  for (const name of ["Mateo Okafor", "Zoë Okafor", "Milo Okafor"]) expect(text).toContain(`${name}, Nov`)
})

test("a family's activity lists its payments", async () => {
  const { actor, userId } = openSchool()
  const { familyId } = openFamily(actor, { name: "Okafor", children: ["Milo"] })
  const paid = payInCash(actor, { familyId, amountMinor: 3000, payerName: "Mateo Okafor" })
  expect(paid).toMatchObject({ ok: true })
  const office = await Browser.of(userId)
  const text = await office.read(`/families/${familyId}/activity`)
  expect(text).toContain("recorded a payment from Mateo Okafor")
})
