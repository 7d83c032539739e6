import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { openFamily } from "../../../../tests/support/billing"
import { addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { saveMaterial, sellMaterial } from "../material/materials.server"
import { addPackageOffer, sellPackage } from "../package/sell-package.server"
import { enterWork } from "../pay/entered-work.server"
import { addExtraWork, listExtraWork } from "../pay/extra-work.server"
import { addWorkKind, listWorkKinds } from "../pay/work-kinds.server"
import { addHire } from "../rental/rentals.server"

// A form that was sent, and comes again with other facts under its old key: it is never answered as if it had been saved.

let actor: Actor
let family: ReturnType<typeof openFamily>
const sentBefore = { ok: false, reason: "sent-before" }

beforeEach(() => {
  actor = openSchool().actor
  family = openFamily(actor)
})

test("extra work that the office adds", () => {
  const teacherId = addTeacherRow(actor, "Marcus Whitfield")
  const work = { workedOn: "2026-11-10", description: "Recital", minutes: null, hourlyMinor: null }
  const add = (facts: object = {}, formKey = "once") =>
    addExtraWork(actor, teacherId, { ...work, amountMinor: 4500, ...facts, formKey })
  expect([add(), add()]).toEqual([{ ok: true }, { ok: true }])
  expect(add({ amountMinor: 5000 })).toEqual(sentBefore)
  expect(add({ workedOn: "2026-11-11" })).toEqual(sentBefore)
  const other = addTeacherRow(actor, "Ines Pohl")
  expect(addExtraWork(actor, other, { ...work, amountMinor: 4500, formKey: "once" })).toEqual(sentBefore)
  expect(add({ amountMinor: 5000 }, "twice")).toEqual({ ok: true })
  const all = listExtraWork(actor, teacherId, { from: "2026-11-01", to: "2026-11-30" })
  expect(all.map(({ amountMinor }) => amountMinor).sort()).toEqual([4500, 5000])
})

test("extra work that a teacher enters", () => {
  const teacher = { id: addTeacherRow(actor, "Marcus Whitfield"), name: "Marcus Whitfield" }
  addWorkKind(actor, { name: "Exams", paid: "hour", amount: 3000 })
  const kind = listWorkKinds(actor)[0]?.id
  const work = { workedOn: "2026-11-10", hours: 90, note: null, formKey: "once" }
  const first = enterWork(actor, teacher, { ...work, kind })
  expect(first.ok).toBe(true)
  expect(enterWork(actor, teacher, { ...work, kind })).toEqual(first)
  expect(enterWork(actor, teacher, { ...work, kind, hours: 120 })).toEqual(sentBefore)
  expect(enterWork(actor, teacher, { ...work, kind, description: "Grade 5" })).toEqual(sentBefore)
  expect(enterWork(actor, teacher, { ...work, pay: 4500, description: "Recital" })).toEqual(sentBefore)
  const free = { workedOn: "2026-11-10", hours: null, note: null, pay: 4500, description: "Recital" }
  const entered = enterWork(actor, teacher, { ...free, formKey: "free" })
  expect(enterWork(actor, teacher, { ...free, formKey: "free" })).toEqual(entered)
  expect(enterWork(actor, teacher, { ...free, pay: 4600, formKey: "free" })).toEqual(sentBefore)
})

test("a package that is sold", () => {
  const offer = (name: string) => {
    const added = addPackageOffer(actor, { name, lessons: 3, price: 9000, restRule: "credit" })
    return added.ok ? added.id : ""
  }
  const [three, six] = [offer("3 lessons"), offer("6 lessons")]
  const [studentId = ""] = family.studentIds
  const sale = { offerId: three, familyId: family.familyId, studentId, soldOn: "2026-11-18", formKey: "once" }
  const sold = sellPackage(actor, sale)
  expect(sellPackage(actor, sale)).toEqual(sold)
  expect(sellPackage(actor, { ...sale, offerId: six })).toEqual(sentBefore)
  expect(sellPackage(actor, { ...sale, studentId: null })).toEqual(sentBefore)
  expect(sellPackage(actor, { ...sale, offerId: six, formKey: "twice" })).toMatchObject({ ok: true })
})

test("a material that is sold", () => {
  const book = (name: string) => {
    const saved = saveMaterial(actor, { name, price: 1250, tax: "default", stock: 5 })
    return saved.ok ? saved.id : ""
  }
  const [one, two] = [book("Book 1"), book("Book 2")]
  const facts = { familyId: family.familyId, studentId: null, soldOn: "2026-11-18", formKey: "once" }
  const sold = sellMaterial(actor, { ...facts, materialId: one, quantity: 1 })
  expect(sellMaterial(actor, { ...facts, materialId: one, quantity: 1 })).toEqual(sold)
  expect(sellMaterial(actor, { ...facts, materialId: one, quantity: 2 })).toEqual(sentBefore)
  expect(sellMaterial(actor, { ...facts, materialId: two, quantity: 1 })).toEqual(sentBefore)
  expect(sellMaterial(actor, { ...facts, materialId: two, quantity: 1, formKey: "twice" })).toMatchObject({
    ok: true,
    left: 4,
  })
})

test("an instrument that is hired out", () => {
  const [studentId = "", other = ""] = family.studentIds
  const violin = { item: "Violin 3/4", serialNumber: "V-7", price: 3000, tax: "default" }
  const facts = { ...violin, startsOn: "2026-11-16", endsOn: null, formKey: "once" }
  const added = addHire(actor, studentId, facts)
  expect(added).toMatchObject({ ok: true, charged: 1 })
  expect(addHire(actor, studentId, facts)).toEqual({ ...added, charged: 0 })
  expect(addHire(actor, studentId, { ...facts, price: 3500 })).toEqual(sentBefore)
  expect(addHire(actor, studentId, { ...facts, serialNumber: "V-8" })).toEqual(sentBefore)
  expect(addHire(actor, other, facts)).toEqual(sentBefore)
  expect(addHire(actor, other, { ...facts, formKey: "twice" })).toMatchObject({ ok: true, charged: 1 })
})
