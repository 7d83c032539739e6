import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { openSchool } from "../../../../tests/support/school"
import { changeDraft, discardDraft, saveDraft } from "../invoice/draft-invoice.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueDraft } from "../invoice/issue-draft.server"
import { familyBalance } from "../ledger/ledger.server"
import { findOrigin } from "./find-origin.server"
import { type MergeFacts, mergeFamiliesWork } from "./merge-families.server"
import { previewAccount } from "./preview-account.server"

// What a family has agreed or begun joins the family that goes on: drafts, discounts and automatic payments.

beforeEach(() => fixClock(testNow))

function twoFamilies() {
  const { actor } = openSchool()
  const adult = (name: string) => ({ name, email: `${name.toLowerCase()}@mail.example`, payerShare: 10_000 })
  const keep = openFamily(actor, { name: "Okafor", adults: [adult("Mateo")], children: ["Amara"] })
  const gone = openFamily(actor, { name: "Haddad", adults: [adult("Nadia")], children: ["Freya"] })
  return { actor, keep, gone, facts: { keepId: keep.familyId, goneId: gone.familyId } }
}

function merge(actor: Actor, facts: MergeFacts) {
  const about = { taskId: "", subjectId: facts.goneId, name: "Haddad", detail: null }
  const done = mergeFamiliesWork.carryOut(actor, facts, about)
  if (!done.ok) throw new Error(done.reason)
  return () => mergeFamiliesWork.undo?.(actor, facts, { subjectId: facts.goneId, before: done.before })
}

describe("a draft of the family that goes", () => {
  function withDraft() {
    const both = twoFamilies()
    const { actor, gone } = both
    const chargeIds = [owe(actor, gone, 8000)]
    const saved = saveDraft(actor, november(gone.familyId, chargeIds))
    if (!saved.ok) throw new Error(saved.reason)
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
    expect(undo()).toMatchObject({ ok: false, reason: expect.stringContaining("invoiced or changed since") })
  })

  test("once it has items of both families, the merge is undone only after it was discarded", () => {
    const { actor, keep, gone, chargeIds, draftId, draft, facts } = withDraft()
    const undo = merge(actor, facts)
    const both = [...chargeIds, owe(actor, keep, 500)]
    expect(changeDraft(actor, draftId, november(keep.familyId, both))).toMatchObject({ ok: true })
    expect(undo()).toEqual({
      ok: false,
      reason: "A draft invoice has items of both families. Discard it first.",
    })
    expect(draft()?.familyId).toBe(keep.familyId)
    expect(discardDraft(actor, draftId)).toMatchObject({ ok: true })
    expect(undo()).toMatchObject({ ok: true })
    expect(draft()).toBeUndefined()
    expect(saveDraft(actor, november(gone.familyId, chargeIds))).toMatchObject({ ok: true })
  })

  test("of the family that goes on stays its own", () => {
    const { actor, keep, facts } = withDraft()
    const own = saveDraft(actor, november(keep.familyId, [owe(actor, keep, 500)]))
    const undo = merge(actor, facts)
    expect(undo()).toMatchObject({ ok: true })
    expect(own.ok && findInvoice(actor, own.invoiceId)?.familyId).toBe(keep.familyId)
  })
})
