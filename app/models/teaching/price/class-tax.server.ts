import { db, transact } from "db/client.server"
import { classes } from "db/schema/teaching"
import { sql } from "drizzle-orm"
import type { ChosenTax, Tax } from "~/models/accounts/tax/tax"
import { readChosenTax } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Result } from "~/utils/result"

// A class may have a tax of its own, or none: lessons for children are often free of it. Without a choice it has the
// school's default, and so has one whose rate was archived.

/** The tax of lessons and monthly fees of some classes, in one query. */
export function listClassTaxes(actor: Actor, classIds: readonly string[]): (classId: string) => Tax | null {
  const usual = sql`from tax_rates where school_id = ${actor.school.id} and is_default = 1 and archived_at is null`
  const rows = db().all<{ classId: string; name: string | null; rate: number | null; isAdded: number }>(sql`
    select c.id as classId, coalesce(o.name, (select name ${usual})) as name,
      coalesce(o.rate, (select rate ${usual})) as rate, s.tax_is_added as isAdded
    from classes c
    join schools s on s.id = c.school_id
    left join tax_rates o on o.school_id = c.school_id and o.id = c.tax_rate_id and o.archived_at is null
    where c.school_id = ${actor.school.id} and c.is_tax_free = 0
      and c.id in (select value from json_each(${JSON.stringify(classIds)}))`)
  const taxes = new Map(
    rows.map(({ classId, name, rate, isAdded }): [string, Tax | null] => [
      classId,
      name === null || rate === null ? null : { name, rate, isAdded: isAdded === 1 },
    ]),
  )
  return (classId) => taxes.get(classId) ?? null
}

/** The tax a class was given; the default unless someone chose. */
export function findClassTax(actor: Actor, classId: string): ChosenTax {
  const found = db()
    .select({ taxRateId: classes.taxRateId, isTaxFree: classes.isTaxFree })
    .from(classes)
    .where(own(actor, classes, classId))
    .get()
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
    const { changes } = db()
      .update(classes)
      .set(tax)
      .where(own(actor, classes, classId))
      .run()
    if (changes === 0) return { ok: false, reason: "class-unknown" }
    if (before.taxRateId !== tax.taxRateId || before.isTaxFree !== tax.isTaxFree)
      recordEvent(actor, { verb: "set-tax", noun: "class", nounId: classId, before, after: tax })
    return { ok: true }
  })
}
