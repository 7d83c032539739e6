import { describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findOwnDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { issueDraft } from "~/models/money/invoice/issue-invoice.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { fixClock, now } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { addClassRow, addEnrollmentRow, addPriceRow, addSessionRow } from "../../../../tests/support/lessons"
import { openSchool, orFail } from "../../../../tests/support/school"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { addDiscountRule, endDiscountRule, listDiscountRules } from "../discount/discount-rules.server"
import { changeDraft, discardDraft, saveDraft } from "../invoice/draft-invoice.server"
import { findInvoice } from "../invoice/invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { findOrigin } from "./find-merge.server"
import { previewAccount } from "./join-discounts.server"
import { type MergeFacts, mergeFamiliesWork } from "./merge-families.server"

// What a family has agreed or begun joins the family that goes on: drafts, discounts and automatic payments.

function twoFamilies() {
  const { actor } = openSchool()
  const adult = (name: string) => ({ name, email: `${name.toLowerCase()}@mail.example`, payerShare: 10_000 })
  const keep = openFamily(actor, { name: "Okafor", adults: [adult("Mateo")], children: ["Amara"] })
  const gone = openFamily(actor, { name: "Haddad", adults: [adult("Nadia")], children: ["Freya"] })
  return { actor, keep, gone, facts: { keepId: keep.familyId, goneId: gone.familyId } }
}

function merge(actor: Actor, facts: MergeFacts) {
  const about = { taskId: "", subjectId: facts.goneId, name: "Haddad", detail: null }
  const done = orFail(mergeFamiliesWork.carryOut(actor, facts, about))
  return () => mergeFamiliesWork.undo?.(actor, facts, { subjectId: facts.goneId, before: done.before })
}

describe("a draft of the family that goes", () => {
  function withDraft() {
    const both = twoFamilies()
    const { actor, gone } = both
    const chargeIds = [owe(actor, gone, 8000)]
    const saved = orFail(saveDraft(actor, november(gone.familyId, chargeIds)))
    const draft = () => findInvoice(actor, saved.invoiceId)
    return { ...both, chargeIds, draftId: saved.invoiceId, draft }
  }

  test("joins, addressed to who pays then, and is back as it was once the merge is undone", () => {
    const { actor, keep, gone, draft, facts } = withDraft()
    const before = draft()
    expect(before).toMatchObject({ familyId: gone.familyId, billTo: "Nadia" })
    expect(previewAccount(actor, facts).drafts).toBe(1)
    const undo = merge(actor, facts)
    expect(draft()).toMatchObject({
      familyId: keep.familyId,
      billTo: "Mateo",
      state: "draft",
      totalMinor: 8000,
    })
    expect(undo()).toMatchObject({ ok: true })
    expect(draft()).toEqual(before)
  })

  test("is sent by the family that goes on, whose invoice it is from the start, and the merge stands", () => {
    const { actor, keep, gone, draftId, draft, facts } = withDraft()
    const undo = merge(actor, facts)
    expect(issueDraft(actor, draftId)).toMatchObject({ ok: true })
    const sent = draft()
    expect(sent && findOrigin(actor, sent)).toBeUndefined()
    expect([keep, gone].map(({ familyId }) => familyBalance(actor, familyId))).toEqual([8000, 0])
    expect(undo()).toMatchObject({ ok: false, reason: expect.stringContaining("invoiced or changed") })
  })

  test("once it has items of both families, the merge is undone only after it was discarded", () => {
    const { actor, keep, gone, chargeIds, draftId, draft, facts } = withDraft()
    const undo = merge(actor, facts)
    const both = [...chargeIds, owe(actor, keep, 500)]
    expect(changeDraft(actor, draftId, november(keep.familyId, both))).toMatchObject({ ok: true })
    expect(undo()).toBeRefused("A draft invoice has items of both families. Discard it first.")
    expect(draft()?.familyId).toBe(keep.familyId)
    expect(discardDraft(actor, draftId)).toMatchObject({ ok: true })
    expect(undo()).toMatchObject({ ok: true })
    expect(draft()).toBeUndefined()
    expect(saveDraft(actor, november(gone.familyId, chargeIds))).toMatchObject({ ok: true })
  })

  test("that was discarded comes back only where its items are its family’s", () => {
    const { actor, keep, gone, chargeIds, draftId, draft, facts } = withDraft()
    const restore = () => restoreDeleted(actor, findOwnDeletion(actor, draftId) ?? "")
    expect(discardDraft(actor, draftId)).toMatchObject({ ok: true })
    const undo = merge(actor, facts)
    expect(restore()).toBeRefused("merged")
    expect(undo()).toMatchObject({ ok: true })
    expect(restore()).toMatchObject({ ok: true })
    expect(draft()?.familyId).toBe(gone.familyId)

    const undoAgain = merge(actor, facts)
    const both = [...chargeIds, owe(actor, keep, 500)]
    expect(changeDraft(actor, draftId, november(keep.familyId, both))).toMatchObject({ ok: true })
    expect(discardDraft(actor, draftId)).toMatchObject({ ok: true })
    expect(undoAgain()).toMatchObject({ ok: true })
    expect(restore()).toBeRefused("merged")
    expect(draft()).toBeUndefined()
  })

  test("of the family that goes on stays its own", () => {
    const { actor, keep, facts } = withDraft()
    const own = saveDraft(actor, november(keep.familyId, [owe(actor, keep, 500)]))
    const undo = merge(actor, facts)
    expect(undo()).toMatchObject({ ok: true })
    expect(own.ok && findInvoice(actor, own.invoiceId)?.familyId).toBe(keep.familyId)
  })
})

describe("a discount of one family", () => {
  const off = (name: string, rate: number) => (familyId: string) => ({
    ...{ name, kind: "family" as const, family: familyId, fromNth: 1, target: "all" as const },
    off: { rate, amountMinor: null },
  })
  const [staff, loyal] = [off("Staff child", 10_000), off("Loyal", 20_000)]

  /** A lesson a week of each family's child, 40.00 each. */
  function withLessons() {
    const both = twoFamilies()
    const { actor, keep, gone } = both
    const classId = addClassRow(actor, { name: "Violin", kind: "group", capacity: 4 })
    addPriceRow(actor, classId, { amountMinor: 4000 })
    const children = [keep, gone].flatMap(({ studentIds: [id = ""] }) => [id])
    for (const id of children) addEnrollmentRow(actor, classId, id)
    const sessions = new Map<string, string>()
    const take = (day: string, code: "present" | "excused" = "present") => {
      const sessionId = sessions.get(day) ?? addSessionRow(actor, classId, day, { startTime: "10:00" })
      sessions.set(day, sessionId)
      const marks = children.map((studentId) => ({ studentId, code }))
      expect(takeRegister(actor, sessionId, { marks })).toMatchObject({ ok: true })
      fixClock(now() + 60_000)
    }
    const owed = (day: string) =>
      children.map((child) =>
        listUnbilledCharges(actor)
          .filter(({ studentId, occurredOn }) => studentId === child && occurredOn === day)
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      )
    const inForce = () =>
      listDiscountRules(actor).map(({ name, familyId }) => [
        name,
        familyId === keep.familyId ? "keep" : "gone",
      ])
    return { ...both, take, owed, inForce }
  }

  test.each([
    { have: "gone", stays: undefined, after: [["Loyal", "keep"]], charged: 3200 },
    { have: "keep", stays: undefined, after: [["Staff child", "keep"]], charged: 3600 },
    { have: "both", stays: undefined, after: [["Staff child", "keep"]], charged: 3600 },
    { have: "both", stays: "keep" as const, after: [["Staff child", "keep"]], charged: 3600 },
    { have: "both", stays: "gone" as const, after: [["Loyal", "keep"]], charged: 3200 },
  ])("of $have, $stays chosen, is then for all, and each has its own again once it is undone", (given) => {
    const { actor, keep, gone, take, owed, inForce, facts } = withLessons()
    if (given.have !== "gone")
      expect(addDiscountRule(actor, staff(keep.familyId))).toMatchObject({ ok: true })
    if (given.have !== "keep")
      expect(addDiscountRule(actor, loyal(gone.familyId))).toMatchObject({ ok: true })
    const before = inForce()
    fixClock(now() + 60_000)
    take("2026-11-16")
    const earlier = owed("2026-11-16")
    expect(earlier).toEqual([given.have === "gone" ? 4000 : 3600, given.have === "keep" ? 4000 : 3200])
    const undo = merge(actor, { ...facts, discount: given.stays })
    expect(inForce()).toEqual(given.after)
    take("2026-11-17")
    expect(owed("2026-11-17")).toEqual([given.charged, given.charged])
    // What was charged before keeps its own, corrected or not.
    take("2026-11-16", "excused")
    take("2026-11-16")
    expect(owed("2026-11-16")).toEqual(earlier)
    // Their corrected charges are new ones, which belong to the family that goes on until the undo.
    const undone = undo()
    if (!undone?.ok)
      return expect(undone).toMatchObject({ reason: expect.stringContaining("invoiced or changed") })
    expect(inForce()).toEqual(before)
  })

  test("is as before once a merge is undone, and lessons charged meanwhile keep what they had", () => {
    const { actor, keep, gone, take, owed, inForce, facts } = withLessons()
    addDiscountRule(actor, staff(keep.familyId))
    addDiscountRule(actor, loyal(gone.familyId))
    const before = inForce()
    fixClock(now() + 60_000)
    const undo = merge(actor, { ...facts, discount: "gone" })
    take("2026-11-17")
    expect(undo()).toMatchObject({ ok: true })
    expect(inForce()).toEqual(before)
    take("2026-11-17", "excused")
    take("2026-11-17")
    expect(owed("2026-11-17")).toEqual([3200, 3200])
    take("2026-11-18")
    expect(owed("2026-11-18")).toEqual([3600, 3200])
  })

  test("that was added again since isn’t given twice once the merge is undone", () => {
    const { actor, keep, gone, inForce, facts } = withLessons()
    addDiscountRule(actor, staff(keep.familyId))
    addDiscountRule(actor, loyal(gone.familyId))
    const undo = merge(actor, { ...facts, discount: "gone" })
    addDiscountRule(actor, staff(keep.familyId))
    expect(undo()).toMatchObject({ ok: true })
    expect(inForce()).toEqual([
      ["Loyal", "gone"],
      ["Staff child", "keep"],
    ])
  })

  test("is named before the merge with what it takes off, and one that has ended isn’t", () => {
    const { actor, keep, gone, facts } = withLessons()
    addDiscountRule(actor, staff(keep.familyId))
    addDiscountRule(actor, loyal(gone.familyId))
    const text = (name: string, rate: string) => `${name}, ${rate} off lessons and tuition`
    expect(previewAccount(actor, facts).discounts).toEqual({
      keep: [text("Staff child", "10%")],
      gone: [text("Loyal", "20%")],
    })
    endDiscountRule(actor, listDiscountRules(actor)[1]?.id ?? "")
    expect(previewAccount(actor, facts).discounts.gone).toEqual([])
  })
})
