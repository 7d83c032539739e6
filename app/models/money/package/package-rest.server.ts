import { charges } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { and, eq, isNull, sql, sum } from "drizzle-orm"
import { taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, select } from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { livingFamily } from "~/models/people/family/merged-family.server"
import { todayOf } from "~/utils/clock.server"
import { credited, creditedAmount, taxedColumns } from "../charge/seat-charges.server"
import { creditCharges } from "../credit-note/issue-credit-note.server"
import { type EndedRest, lessonsText, restValue } from "./package"

/**
 * Gives the lessons left of an ended package back where its rule says so: as a reduction of the next invoice, or by a credit
 * note as account credit. What isn't invoiced yet needs no credit note: the reduction waits beside its charge. Called again
 * after a correction of attendance, it charges or gives back only the difference. In the caller's transaction.
 */
export function settleRest(actor: Actor, packageId: string): EndedRest {
  const found = ownRows(actor, packages, {
    ...columns(packages, "studentId", "name", "lessons", "restRule", "endedAt"),
    takenUnits: sql<number>`(select coalesce(sum(u.units), 0) from package_uses u
        where u.school_id = packages.school_id and u.package_id = packages.id and u.released_at is null)`,
  })
    .where(eq(packages.id, packageId))
    .get()
  const leftUnits = found ? Math.max(0, found.lessons * 100 - found.takenUnits) : 0
  const nothing = { leftUnits, amountMinor: 0, how: "none" } as const
  if (!found || found.endedAt === null) return nothing
  if (found.restRule === "forfeit") return { ...nothing, how: leftUnits > 0 ? "lost" : "none" }
  const sale = select({
    familyId: charges.familyId,
    ...taxedColumns,
    creditedMinor: creditedAmount,
    creditedBeforeMinor: creditedUntil(found.endedAt),
    billedLines: charges.billedLines,
  })
    .from(charges)
    .where(standing(actor, packageId, "package"))
    .get()
  if (!sale) return nothing
  const before = select({ amountMinor: sum(charges.amountMinor).mapWith(Number) })
    .from(charges)
    .where(standing(actor, packageId, "package_rest"))
    .get()
  // What a credit note took off the sale by its end was given back already; in all it's never more than the price.
  const restMinor = restValue(sale.amountMinor, found.lessons, leftUnits) - sale.creditedBeforeMinor
  const owedMinor = Math.max(0, Math.min(restMinor, sale.amountMinor - sale.creditedMinor))
  const differenceMinor = 0 - owedMinor - (before?.amountMinor ?? 0)
  if (differenceMinor === 0) return nothing
  const tax = taxOf(sale)
  // The account that was charged for it, also where the student's entry was merged into another family's since.
  const familyId = livingFamily(actor, sale.familyId)
  const id = add(actor, charges, {
    familyId,
    studentId: found.studentId,
    source: "package_rest",
    packageId,
    description: `${found.name}, ${lessonsText(leftUnits)} unused`,
    reason: "Unused lessons",
    occurredOn: todayOf(actor),
    // the sale's amount had its tax within it, however it was added
    ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
    taxIsAdded: sale.taxIsAdded,
  })
  const given = { leftUnits, amountMinor: 0 - differenceMinor, how: "next-invoice" } as const
  if (found.restRule !== "account" || differenceMinor > 0 || sale.billedLines === 0) return given
  const reason = `${found.name} ended with ${lessonsText(leftUnits)} unused`
  const credited = creditCharges(actor, { familyId, chargeIds: [id], reason })
  if (!credited.ok) throw new Error(`The rest of a package was not credited: ${credited.reason}`)
  return { ...given, how: "account" }
}

/** What credit notes took off a charge up to an instant (UTC ms): what they give back later is another promise. */
const creditedUntil = (at: number) =>
  credited(sql`iif((select n.issued_at from credit_notes n where n.school_id = c.school_id
    and n.id = c.credit_note_id) <= ${at}, c.amount_minor, 0)`)

const standing = (actor: Actor, packageId: string, source: "package" | "package_rest") =>
  and(
    own(actor, charges),
    eq(charges.packageId, packageId),
    eq(charges.source, source),
    isNull(charges.withdrawnAt),
  )
