import { db } from "db/client.server"
import { savedMethods } from "db/schema/money-auto-pay"
import { planRules } from "db/schema/money-plans"
import { guardians } from "db/schema/people"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { now } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { openSchool } from "../../../../tests/support/school"
import { mergeFamiliesWork, whyNotMerged } from "./merge-families.server"

function twoFamilies() {
  const { actor } = openSchool()
  const adult = (name: string) => ({ name, email: `${name}@mail.example`, payerShare: 10_000 })
  const keep = openFamily(actor, { name: "Okafor", adults: [adult("mateo")], children: ["Amara"] })
  const gone = openFamily(actor, { name: "Okafor-Reyes", adults: [adult("nadia")], children: ["Freya"] })
  return { actor, keep, gone, facts: { keepId: keep.familyId, goneId: gone.familyId } }
}

const amountOf = (guardianId = "") =>
  db().select().from(guardians).where(eq(guardians.id, guardianId)).get()?.payerAmountMinor

const merge = (actor: Actor, facts: { keepId: string; goneId: string }) =>
  mergeFamiliesWork.carryOut(actor, facts, {
    taskId: "",
    subjectId: facts.goneId,
    name: "Okafor",
    detail: null,
  })

test("a guardian who joins pays no amount of the other family’s invoices, and does again once it is undone", () => {
  const { actor, gone, facts } = twoFamilies()
  const [joining] = gone.guardianIds
  db()
    .update(guardians)
    .set({ payerAmountMinor: 8_000 })
    .where(eq(guardians.id, joining ?? ""))
    .run()
  const merged = merge(actor, facts)
  expect(merged.ok).toBe(true)
  expect(amountOf(joining)).toBeNull()
  const before = merged.ok ? merged.before : undefined
  expect(mergeFamiliesWork.undo?.(actor, facts, { subjectId: gone.familyId, before }).ok).toBe(true)
  expect(amountOf(joining)).toBe(8_000)
})

test("a family whose payer pays automatically, or that has installments by rule, isn’t removed", () => {
  const { actor, gone, facts } = twoFamilies()
  const at = now()
  db()
    .insert(planRules)
    .values({ ...newRow(actor), familyId: gone.familyId, count: 3, rhythm: "month" })
    .run()
  expect(whyNotMerged(actor, facts)).toBe("plan-rule")
  const row = newRow(actor)
  const method = {
    ...row,
    familyId: gone.familyId,
    guardianId: gone.guardianIds[0] ?? null,
    memberId: actor.memberId ?? "",
    state: "active" as const,
    agreement: "Agreed",
    agreedAt: at,
    paymentTokenId: `token-${row.id}`,
    updatedAt: at,
  }
  db().insert(savedMethods).values(method).run()
  expect(whyNotMerged(actor, facts)).toBe("auto-pay")
  expect(merge(actor, facts).ok).toBe(false)
  expect(whyNotMerged(actor, { keepId: facts.goneId, goneId: facts.keepId })).toBeUndefined()
})
