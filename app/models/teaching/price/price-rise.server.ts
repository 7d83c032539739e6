import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { classes, classPrices, enrollments } from "db/schema/teaching"
import { priceRises } from "db/schema/teaching-price-rises"
import { and, asc, desc, eq, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, askAll, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { RiseRefusal } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { agreedOn } from "./agreed-on.server"
import { installmentOf } from "./price"
import { listClassPrices } from "./price.server"
import { type PlannedRise, type PriceRise, type Rise, type RiseFilter, raised } from "./price-rise"

// Prices of many classes raised from a day on. Own prices of students stay: the preview names who keeps one. What is
// charged already keeps its amount, and undoing a rise brings the prices before it back for what is charged afterwards.

export type RiseWish = Rise & RiseFilter & { fromDate: string }

/**
 * The classes that would change, with their price now and then, and the students in them: those who pay the class's price,
 * and those who keep their own. A class whose price changes on that day or later anyway, or is a course's, is left out and counted.
 */
export function planRise(actor: Actor, wish: RiseWish): PlannedRise {
  const found = listClasses(actor, wish)
  const prices = listClassPrices(
    actor,
    found.map(({ id }) => id),
  )
  const studentsOf = groupBy(listStudents(actor, wish.fromDate), ({ classId }) => classId)
  let later = 0
  const changes = found.flatMap(({ id, name }) => {
    const rows = prices.get(id) ?? []
    const last = rows.at(-1)
    if (rows.some(({ fromDate }) => fromDate >= wish.fromDate) || (last && installmentOf(last))) {
      later += 1
      return []
    }
    const before = rows.at(-1)
    const amountMinor = before ? raised(before.amountMinor, wish) : 0
    if (!before || amountMinor === before.amountMinor) return []
    const inClass = studentsOf.get(id) ?? []
    const keeps = (one: (typeof inClass)[number]) => one.priceMinor !== null
    return [
      {
        classId: id,
        className: name,
        billing: before.billing,
        beforeMinor: before.amountMinor,
        amountMinor,
        paying: inClass.filter((one) => !keeps(one)).map(({ name: student }) => student),
        keeping: inClass.filter(keeps).map(({ name: student }) => student),
      },
    ]
  })
  const sign = createHash("sha256")
    .update(JSON.stringify([wish.fromDate, changes]))
    .digest("base64url")
  return { changes, later, sign }
}

/**
 * Raises the prices that the plan names now, where it is the plan whose sign was `seen`: what was edited after the preview,
 * and what has changed since, is previewed again. Doing the same again finds nothing to change.
 */
export function raisePrices(
  actor: Actor,
  wish: RiseWish,
  seen: string,
): Result<{ classes: number }, RiseRefusal> {
  return transact(() => {
    const { changes, sign } = planRise(actor, wish)
    if (changes.length === 0) return { ok: false, reason: "nothing-to-change" }
    if (sign !== seen) return { ok: false, reason: "not-previewed" }
    const { fromDate, rate, amountMinor } = wish
    const riseId = add(actor, priceRises, { fromDate, rate, amountMinor, classCount: changes.length })
    for (const change of changes)
      add(actor, classPrices, {
        classId: change.classId,
        billing: change.billing,
        amountMinor: change.amountMinor,
        fromDate,
        riseId,
      })
    recordEvent(actor, "school.raise-prices", actor.school.id, {
      after: { classes: changes.length, fromDate, rate, amountMinor },
    })
    return { ok: true, classes: changes.length }
  })
}

/** Takes the prices of a rise away again; a price that was set by hand since stays. */
export function undoRise(actor: Actor, riseId: string): Result<{ classes: number }, RiseRefusal> {
  return transact(() => {
    const rise = find(actor, priceRises, riseId)
    if (!rise) return { ok: false, reason: "not-found" }
    if (rise.undoneAt !== null) return { ok: false, reason: "undone" }
    const changes = remove(actor, classPrices, eq(classPrices.riseId, riseId))
    change(actor, priceRises, riseId, { undoneAt: now() })
    recordEvent(actor, "school.undo-price-rise", actor.school.id, {
      after: { classes: changes, fromDate: rise.fromDate },
    })
    return { ok: true, classes: changes }
  })
}

/** So many classes of a rise are named. */
const mostNamed = 8

/** The last rises, newest first. */
export function listRises(actor: Actor): PriceRise[] {
  const rises = ownRows(actor, priceRises, {
    ...columns(priceRises, "id", "fromDate", "rate", "amountMinor", "classCount"),
    isUndone: sql<number>`${priceRises.undoneAt} is not null`.mapWith(Boolean),
  })
    .orderBy(desc(priceRises.id))
    .limit(20)
    .all()
  const namesOf = listRaised(
    actor,
    rises.map(({ id }) => id),
  )
  return rises.map((rise) => ({
    ...rise,
    classNames: (namesOf.get(rise.id) ?? []).map(({ name }) => name),
  }))
}

/** Prices of a rise were made in the order of their classes' names. */
function listRaised(actor: Actor, riseIds: readonly string[]) {
  const school = actor.school.id
  const rows = askAll<{ riseId: string; name: string }>(sql`
    select p.rise_id as riseId, c.name as name from json_each(${JSON.stringify(riseIds)}) r
    cross join class_prices p on p.rowid in (select rowid from class_prices
      where school_id = ${school} and rise_id = r.value order by rowid limit ${mostNamed})
    cross join classes c on c.school_id = p.school_id and c.id = p.class_id
    order by +p.rowid`)
  return groupBy(rows, ({ riseId }) => riseId)
}

function listClasses(actor: Actor, { kind, instrument, teacherId, fromDate }: RiseWish) {
  return ownRows(actor, classes, ["id", "name"])
    .where(
      and(
        or(isNull(classes.endedOn), gte(classes.endedOn, fromDate)),
        kind && eq(classes.kind, kind),
        instrument ? sql`lower(${classes.instrument}) = lower(${instrument})` : undefined,
        teacherId ? eq(classes.teacherId, teacherId) : undefined,
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .all()
}

function listStudents(actor: Actor, date: string) {
  return select({
    classId: enrollments.classId,
    firstName: students.firstName,
    lastName: students.lastName,
    priceMinor: agreedOn(sql`max(enrollments.starts_on, ${date})`).priceMinor,
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(actor, enrollments), or(isNull(enrollments.endsOn), gte(enrollments.endsOn, date))))
    .orderBy(asc(students.firstName), asc(students.lastName))
    .all()
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: fullName({ firstName, lastName }) }))
}
