import { transact } from "db/client.server"
import { familyPayerParts, outsidePayers } from "db/schema/payers"
import { families, guardians } from "db/schema/people"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  ownRows,
  type Params,
  query,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"
import { listOutsidePayers } from "./outside-payers.server"
import { ruleLabels } from "./payer"
import { familiesThemselves, payerColumns, payerOf } from "./payer-key.server"
import { describePayers, type PayerChoice, type PayerRules, sumOfShares } from "./payer-rules"
import { divide } from "./split"

// How a family shares what it is invoiced. Shares by percent are the guardians' own, as they are imported: of what payers who
// aren't guardians leave, so that they are whole again when one of those ends. An invoice that was sent keeps the payers
// it was sent to.

/** A family's rules as they are, with every guardian and other payer; undefined when the school has no such family. */
export function findPayerRules(actor: Actor, familyId: string): PayerRules | undefined {
  const family = familyQuery.get(actor, { familyId })
  if (!family) return undefined
  const { name, ...ways } = family
  const adults = guardiansQuery.all(actor, { familyId })
  const parts = family.shareBy === "percent" ? [] : listParts(actor, familyId)
  const others = listOutsidePayers(actor, [familyId]).map(({ familyId: _, ...other }) => other)
  const nameless = { name, email: null, hasPortal: false }
  const itself =
    adults.length > 0 ? undefined : familiesThemselves(actor, [{ id: familyId, name }]).get(familyId)
  return {
    ...ways,
    guardians: adults,
    others,
    itself: itself ?? nameless,
    parts: Object.fromEntries(parts.map(({ part, payerId }) => [part, payerId])),
  }
}

const familyQuery = query((p: Params<{ familyId: string }>, own) =>
  select({ name: families.name, shareBy: families.shareBy, hasOwnInvoices: families.hasOwnInvoices })
    .from(families)
    .where(own(families, p.familyId)),
)

const guardiansQuery = query((p: Params<{ familyId: string }>, own) =>
  select({
    id: guardians.id,
    name: guardians.name,
    email: guardians.email,
    share: guardians.payerShare,
    amountMinor: guardians.payerAmountMinor,
    billingEmail: guardians.billingEmail,
    billingAddress: guardians.billingAddress,
  })
    .from(guardians)
    .where(and(own(guardians), eq(guardians.familyId, p.familyId)))
    .orderBy(asc(guardians.position), asc(guardians.id)),
)

const listParts = (actor: Actor, familyId: string) =>
  ownRows(actor, familyPayerParts, { part: familyPayerParts.part, payerId: payerOf(familyPayerParts) })
    .where(eq(familyPayerParts.familyId, familyId))
    .all()

/**
 * Changes who pays what of a family's invoices from now on. Refused when the family has other payers by now, or when
 * percentages aren't 100% together; in a family without guardians it pays what is left.
 */
export function changePayers(
  actor: Actor,
  familyId: string,
  choice: PayerChoice,
): Result<void, "no-family" | "other-guardians" | "not-whole"> {
  return transact(() => {
    const before = findPayerRules(actor, familyId)
    if (!before) return { ok: false, reason: "no-family" }
    const others = choice.others ?? []
    const standing = before.others.filter(({ hasEnded }) => !hasEnded)
    const known = new Set([...before.guardians, ...standing].map(({ id }) => id))
    const listed = [...choice.guardians, ...others].map(({ id }) => id)
    const named = [...listed, ...Object.values(choice.parts)]
    const isComplete =
      choice.guardians.length === before.guardians.length &&
      others.length === standing.length &&
      named.every((id) => known.has(id))
    if (!isComplete) return { ok: false, reason: "other-guardians" }
    const ofOthers = sumOfShares(others)
    const total = sumOfShares(choice.guardians) + ofOthers
    const isWhole = before.guardians.length > 0 ? total === 10_000 : ofOthers <= 10_000
    if (choice.shareBy === "percent" && !isWhole) return { ok: false, reason: "not-whole" }
    // Kept as parts of what the others leave; who pays nothing while others pay all keeps their share for later.
    const shares = divide(
      10_000,
      choice.guardians.map(({ share }) => share),
    )
    const setsShares = choice.shareBy === "percent" && sumOfShares(choice.guardians) > 0
    change(actor, families, familyId, { shareBy: choice.shareBy, hasOwnInvoices: choice.hasOwnInvoices })
    for (const [index, { id, amountMinor, billingEmail, billingAddress }] of choice.guardians.entries())
      change(actor, guardians, id, {
        ...(setsShares ? { payerShare: shares[index] ?? 0 } : {}),
        ...(choice.shareBy === "amount" ? { payerAmountMinor: amountMinor } : {}),
        billingEmail,
        billingAddress,
      })
    // By category there is nothing to keep with the payer: who has what is a row of its own.
    for (const { id, share, amountMinor } of choice.shareBy === "category" ? [] : others)
      change(
        actor,
        outsidePayers,
        id,
        choice.shareBy === "percent" ? { payerShare: share } : { payerAmountMinor: amountMinor },
      )
    writeParts(actor, familyId, choice)
    const after = findPayerRules(actor, familyId)
    if (after && JSON.stringify(before) !== JSON.stringify(after))
      recordEvent(actor, "family.change-payers", familyId, {
        before: factsOf(actor, before),
        after: factsOf(actor, after),
      })
    return { ok: true }
  })
}

function writeParts(actor: Actor, familyId: string, { shareBy, parts }: PayerChoice) {
  if (shareBy === "percent") return
  remove(actor, familyPayerParts, eq(familyPayerParts.familyId, familyId))
  for (const [part, payerId] of partsOf(parts))
    add(actor, familyPayerParts, { familyId, ...payerColumns(actor, payerId), part })
}

const partsOf = (parts: PayerChoice["parts"]) =>
  Object.entries(parts) as [keyof PayerChoice["parts"], string][]

const factsOf = (actor: Actor, rules: PayerRules) => ({
  split: ruleLabels[rules.shareBy],
  invoices: rules.hasOwnInvoices ? "One for each payer" : "One for all payers",
  payers: describePayers(rules, actor.school.currency).map(({ name, text }) => `${name}: ${text}`),
})
