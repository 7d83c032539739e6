import { db, transact } from "db/client.server"
import { families, familyPayerParts, guardians } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import type { PayerChoice, PayerRules } from "./payer"
import { describePayers, ruleLabels } from "./payer"

// How a family shares what it is invoiced. Shares by percent are the guardians' own, as they are imported; an invoice that
// was sent keeps the payers it was sent to.

/** A family's rules as they are, with every guardian; undefined when the school has no such family. */
export function findPayerRules(actor: Actor, familyId: string): PayerRules | undefined {
  const family = db()
    .select({ shareBy: families.shareBy, hasOwnInvoices: families.hasOwnInvoices })
    .from(families)
    .where(own(actor, families, familyId))
    .get()
  if (!family) return undefined
  const adults = db()
    .select({
      id: guardians.id,
      name: guardians.name,
      email: guardians.email,
      share: guardians.payerShare,
      amountMinor: guardians.payerAmountMinor,
      billingEmail: guardians.billingEmail,
      billingAddress: guardians.billingAddress,
    })
    .from(guardians)
    .where(and(own(actor, guardians), eq(guardians.familyId, familyId)))
    .orderBy(asc(guardians.position), asc(guardians.id))
    .all()
  const parts = family.shareBy === "percent" ? [] : listParts(actor, familyId)
  return {
    ...family,
    guardians: adults,
    parts: Object.fromEntries(parts.map(({ part, guardianId }) => [part, guardianId])),
  }
}

const listParts = (actor: Actor, familyId: string) =>
  db()
    .select({ part: familyPayerParts.part, guardianId: familyPayerParts.guardianId })
    .from(familyPayerParts)
    .where(and(own(actor, familyPayerParts), eq(familyPayerParts.familyId, familyId)))
    .all()

/**
 * Changes who pays what of a family's invoices from now on. Refused when the family has other guardians by now, or when
 * percentages aren't 100% together.
 */
export function changePayers(
  actor: Actor,
  familyId: string,
  choice: PayerChoice,
): Result<void, "no-family" | "other-guardians" | "not-whole"> {
  return transact(() => {
    const before = findPayerRules(actor, familyId)
    if (!before) return { ok: false, reason: "no-family" }
    const known = new Set(before.guardians.map(({ id }) => id))
    const named = [...choice.guardians.map(({ id }) => id), ...Object.values(choice.parts)]
    const isComplete = choice.guardians.length === known.size && named.every((id) => known.has(id))
    if (!isComplete) return { ok: false, reason: "other-guardians" }
    const total = choice.guardians.reduce((sum, { share }) => sum + share, 0)
    if (choice.shareBy === "percent" && total !== 10_000) return { ok: false, reason: "not-whole" }
    db()
      .update(families)
      .set({ shareBy: choice.shareBy, hasOwnInvoices: choice.hasOwnInvoices })
      .where(own(actor, families, familyId))
      .run()
    for (const { id, share, amountMinor, billingEmail, billingAddress } of choice.guardians)
      db()
        .update(guardians)
        .set({
          ...(choice.shareBy === "percent" ? { payerShare: share } : {}),
          ...(choice.shareBy === "amount" ? { payerAmountMinor: amountMinor } : {}),
          billingEmail,
          billingAddress,
        })
        .where(own(actor, guardians, id))
        .run()
    writeParts(actor, familyId, choice)
    const after = findPayerRules(actor, familyId)
    if (after && JSON.stringify(before) !== JSON.stringify(after))
      recordEvent(actor, {
        verb: "change-payers",
        noun: "family",
        nounId: familyId,
        before: factsOf(actor, before),
        after: factsOf(actor, after),
      })
    return { ok: true }
  })
}

function writeParts(actor: Actor, familyId: string, { shareBy, parts }: PayerChoice) {
  if (shareBy === "percent") return
  db()
    .delete(familyPayerParts)
    .where(and(own(actor, familyPayerParts), eq(familyPayerParts.familyId, familyId)))
    .run()
  for (const [part, guardianId] of partsOf(parts))
    db()
      .insert(familyPayerParts)
      .values({ ...newRow(actor), familyId, guardianId, part })
      .run()
}

const partsOf = (parts: PayerChoice["parts"]) =>
  Object.entries(parts) as [keyof PayerChoice["parts"], string][]

const factsOf = (actor: Actor, rules: PayerRules) => ({
  split: ruleLabels[rules.shareBy],
  invoices: rules.hasOwnInvoices ? "One for each payer" : "One for all payers",
  payers: describePayers(rules, actor.school.currency).map(({ name, text }) => `${name}: ${text}`),
})
