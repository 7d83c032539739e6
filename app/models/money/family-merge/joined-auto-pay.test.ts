import { savedMethods } from "db/schema/money-auto-pay"
import { guardians } from "db/schema/people"
import { afterAll, expect, test } from "vitest"
import { queueCharges } from "~/jobs/charge-saved-accounts.server"
import { runNextJob, runNextProviderJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { announced, chargesOf, save, savingFamily } from "../../../../tests/support/auto-pay"
import { openFamily } from "../../../../tests/support/billing"
import { invoiceOver, signedIn } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { startPayPal } from "../../../../tests/support/paypal"
import { changeRows, rowOf } from "../../../../tests/support/school"
import { announceCharges } from "../auto-pay/announce-charges.server"
import { findStanding } from "../auto-pay/find-methods.server"
import { listOwnAutoPay } from "../auto-pay/list-auto-pay.server"
import { endMethod } from "../auto-pay/saved-methods.server"
import { findInvoice } from "../invoice/invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { previewAccount } from "./join-discounts.server"
import { mergeFamiliesWork, whyNotMerged } from "./merge-families.server"

// Who pays automatically goes on paying their own part when their family joins another.

const paypal = await startPayPal()
afterAll(() => paypal.close())

/** Jonas Haddad pays automatically; his family joins Mateo Okafor's, who owes 120.00. */
async function paying() {
  const gone = await savingFamily(paypal)
  const office = gone.school
  const keep = openFamily(office, {
    name: "Okafor",
    adults: [{ name: "Mateo Okafor", email: `mateo${gone.familyId}@okafor.example`, payerShare: 10_000 }],
    children: ["Amara"],
  })
  const facts = { keepId: keep.familyId, goneId: gone.familyId }
  const merge = () => {
    const about = { taskId: "", subjectId: facts.goneId, name: "Haddad", detail: null }
    const done = mergeFamiliesWork.carryOut(office, facts, about)
    if (!done.ok) throw new Error(done.reason)
    return () => mergeFamiliesWork.undo?.(office, facts, { subjectId: facts.goneId, before: done.before })
  }
  return { gone, office, keep, facts, merge, jonas: gone.guardian.actor }
}

async function chargeDue(actor: Actor) {
  inAct(queueCharges)(actor)
  while ((await runNextJob()) || (await runNextProviderJob()));
}

const states = (familyId: string) => chargesOf(familyId).map(({ state, amountMinor }) => [state, amountMinor])

test("a guardian who joins goes on paying what is theirs, and nothing of the other family’s", async () => {
  const { gone, office, keep, facts, merge, jonas } = await paying()
  invoiceOver(office, keep, 12_000)
  const { onDay, invoiceId } = announced(gone, 8000)
  expect(previewAccount(office, facts)).toMatchObject({
    ...{ joiningAutoPayers: ["Jonas Haddad"], widenedAutoPayers: [], autoPayers: [] },
  })
  const undo = merge()
  expect(findStanding(jonas, keep.familyId)?.state).toBe("active")
  expect(listOwnAutoPay(jonas)).toMatchObject([{ familyId: keep.familyId, charges: [{ amountMinor: 8000 }] }])
  announceCharges(office)
  onDay()
  await chargeDue(office)
  expect(states(keep.familyId)).toEqual([["paid", 8000]])
  expect(findInvoice(office, invoiceId)).toMatchObject({ state: "paid", openMinor: 0 })
  expect(familyBalance(office, keep.familyId)).toBe(12_000)
  expect(undo()).toMatchObject({ ok: false, reason: expect.stringContaining("have changed, so this merge") })
})

test("an announced charge goes back with its payer once the merge is undone, and is made there", async () => {
  const { gone, office, keep, merge, jonas } = await paying()
  const invoiceId = invoiceOver(office, gone, 8000)
  const undo = merge()
  const dueOn = findInvoice(office, invoiceId)?.dueOn ?? ""
  fixClock(Date.parse(`${dueOn}T15:00:00Z`) - 3 * 86_400_000)
  announceCharges(office)
  expect(states(keep.familyId)).toEqual([["announced", 8000]])
  expect(undo()).toMatchObject({ ok: true })
  expect([states(keep.familyId), states(gone.familyId)]).toEqual([[], [["announced", 8000]]])
  expect(findStanding(jonas, gone.familyId)?.state).toBe("active")
  fixClock(Date.parse(`${dueOn}T15:00:00Z`))
  await chargeDue(office)
  expect(states(gone.familyId)).toEqual([["paid", 8000]])
  expect([keep, gone].map(({ familyId }) => familyBalance(office, familyId))).toEqual([0, 0])
})

test("payers of both go on side by side, each for their own part", async () => {
  const { gone, office, keep, merge } = await paying()
  const mateo = signedIn(office, "guardian", keep.guardianIds[0] ?? "")
  await save(paypal, { ...gone, ...keep, guardian: mateo, guardians: [mateo] })
  invoiceOver(office, keep, 12_000)
  const { onDay } = announced(gone, 8000)
  merge()
  announceCharges(office)
  onDay()
  await chargeDue(office)
  expect(states(keep.familyId).sort()).toEqual([
    ["paid", 12_000],
    ["paid", 8000],
  ])
  expect(familyBalance(office, keep.familyId)).toBe(0)
})

test("who is in both families pays both automatically then, is named before, and holds the undo once announced", async () => {
  const { gone, office, keep, facts, merge } = await paying()
  const jonas = rowOf(guardians, { id: gone.guardianIds[0] ?? "" })
  changeRows(guardians, { id: keep.guardianIds[0] ?? "" }, { email: jonas?.email ?? "" })
  invoiceOver(office, keep, 12_000)
  expect(previewAccount(office, facts).widenedAutoPayers).toEqual(["Jonas Haddad"])
  const undo = merge()
  expect(undo()).toMatchObject({ ok: true })
  expect(findStanding(gone.guardian.actor, gone.familyId)?.guardianId).toBe(gone.guardianIds[0])
  const again = merge()
  const dueOn = "2026-12-02"
  fixClock(Date.parse(`${dueOn}T15:00:00Z`) - 3 * 86_400_000)
  announceCharges(office)
  expect(states(keep.familyId)).toEqual([["announced", 12_000]])
  expect(again()).toMatchObject({ ok: false, reason: expect.stringContaining("by someone who joined") })
})

test("who would have two saved accounts ends one of them first", async () => {
  const { gone, office, keep, facts, merge } = await paying()
  const { memberId } = gone.guardian.actor
  const [there = ""] = keep.guardianIds
  changeRows(guardians, { id: there }, { memberId })
  const second = await save(paypal, { ...gone, ...keep, guardian: gone.guardian })
  expect(whyNotMerged(office, facts)).toBe("auto-pay-twice")
  expect(() => merge()).toThrow("The same person pays automatically for both families.")
  endMethod(office, second.find(), "office")
  expect(whyNotMerged(office, facts)).toBeUndefined()
})

test("a student who pays for themself ends that first, or theirs is the family that goes on", async () => {
  const { gone, office, facts } = await paying()
  changeRows(savedMethods, { familyId: gone.familyId }, { guardianId: null })
  expect(whyNotMerged(office, facts)).toBe("auto-pay-itself")
  expect(whyNotMerged(office, { keepId: facts.goneId, goneId: facts.keepId })).toBeUndefined()
})
