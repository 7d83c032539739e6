import { transact } from "db/client.server"
import { taxRates } from "db/schema/accounts-school-lists"
import { schools } from "db/schema/accounts-schools"
import { classes } from "db/schema/teaching"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { ChosenTax, Tax } from "~/models/accounts/tax/tax"
import { readChosenTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"

// A class may have a tax of its own, or none: lessons for children are often free of it. Without a choice it has the
// school's default, and so has one whose rate was archived.

/** The tax of lessons and monthly fees of some classes, in one query. */
export function listClassTaxes(actor: Actor, classIds: readonly string[]): (classId: string) => Tax | null {
  const rows = taxesQuery.all(actor, { classIds: JSON.stringify(classIds) })
  const taxes = new Map(
    rows.map(({ classId, name, rate, isAdded }): [string, Tax | null] => [
      classId,
      name === null || rate === null ? null : { name, rate, isAdded },
    ]),
  )
  return (classId) => taxes.get(classId) ?? null
}

const taxesQuery = query((p: Params<{ classIds: string }>, own, school) => {
  const usual = sql`from tax_rates u where u.school_id = ${school} and u.is_default = 1 and u.archived_at is null`
  return select({
    classId: classes.id,
    name: sql<string | null>`coalesce(${taxRates.name}, (select u.name ${usual}))`,
    rate: sql<number | null>`coalesce(${taxRates.rate}, (select u.rate ${usual}))`,
    isAdded: schools.taxIsAdded,
  })
    .from(classes)
    .innerJoin(schools, eq(schools.id, classes.schoolId))
    .leftJoin(taxRates, and(joined(taxRates, classes.taxRateId), isNull(taxRates.archivedAt)))
    .where(and(own(classes), eq(classes.isTaxFree, false), among(classes.id, p.classIds)))
})

/** The tax a class was given; the default unless someone chose. */
export function findClassTax(actor: Actor, classId: string): ChosenTax {
  const found = ownRows(actor, classes, ["taxRateId", "isTaxFree"]).where(eq(classes.id, classId)).get()
  return found ?? { taxRateId: null, isTaxFree: false }
}

/** Gives a class a tax, for lessons and months charged from now on. */
export function setClassTax(
  actor: Actor,
  classId: string,
  choice: string,
): Result<void, "class-unknown" | "tax-unknown"> {
  return transact(() => {
    const tax = readChosenTax(actor, choice)
    if (!tax) return { ok: false, reason: "tax-unknown" }
    const before = findClassTax(actor, classId)
    const changes = change(actor, classes, classId, tax)
    if (changes === 0) return { ok: false, reason: "class-unknown" }
    if (before.taxRateId !== tax.taxRateId || before.isTaxFree !== tax.isTaxFree)
      recordEvent(actor, "class.set-tax", classId, { before, after: tax })
    return { ok: true }
  })
}
