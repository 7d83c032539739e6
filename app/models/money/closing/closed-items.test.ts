import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { openSchool } from "../../../../tests/support/school"
import { changeCharge } from "../charge/change-charge.server"
import { addItemCharge } from "../charge/charge.server"
import { saveMaterial, sellMaterial } from "../material/materials.server"
import { addHire } from "../rental/rentals.server"
import { closeMonth } from "./closing.server"

// What is sold beside lessons has no day in a closed month.

let actor: Actor
let familyId: string
let studentId: string

beforeEach(() => {
  fixClock(Date.parse("2026-09-10T17:00:00Z"))
  actor = openSchool().actor
  const family = openFamily(actor)
  familyId = family.familyId
  studentId = family.studentIds[0] ?? ""
})

test("no item, material or hire is dated in a closed month, nor moved into it", () => {
  const item = { familyId, description: "Exam fee", amountMinor: 4000 }
  const early = addItemCharge(actor, { ...item, occurredOn: "2026-09-10" })
  fixClock(Date.parse("2026-10-05T17:00:00Z"))
  expect(closeMonth(actor, "2026-09")).toEqual({ ok: true })
  const closed = { ok: false, reason: "closed" }
  expect(addItemCharge(actor, { ...item, occurredOn: "2026-09-30" })).toEqual(closed)
  const late = addItemCharge(actor, { ...item, occurredOn: "2026-10-01" })
  const facts = { description: "Exam fee", amountMinor: 4500, reason: "Higher grade" }
  expect(changeCharge(actor, late.ok ? late.chargeId : "", { ...facts, occurredOn: "2026-09-30" })).toEqual(
    closed,
  )
  // One that waits since then keeps its day while it is on no invoice.
  const waiting = early.ok ? early.chargeId : ""
  expect(changeCharge(actor, waiting, { ...facts, occurredOn: "2026-09-10" }).ok).toBe(true)

  const saved = saveMaterial(actor, { name: "Book", price: 1250, tax: "default", stock: 9 })
  const sale = { materialId: saved.ok ? saved.id : "", quantity: 2, familyId, studentId: null }
  expect(sellMaterial(actor, { ...sale, soldOn: "2026-09-30", formKey: "one" })).toEqual(closed)
  expect(sellMaterial(actor, { ...sale, soldOn: "2026-10-01", formKey: "one" })).toMatchObject({ left: 7 })

  const hire = { item: "Violin 3/4", serialNumber: null, price: 2500, tax: "default", endsOn: null }
  const hireFrom = (startsOn: string) => addHire(actor, studentId, { ...hire, startsOn, formKey: "two" })
  expect(hireFrom("2026-09-30")).toEqual(closed)
  expect(hireFrom("2026-10-01")).toMatchObject({ ok: true, charged: 1 })
})
