import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { keepAside } from "~/models/foundation/aside/kept-aside.server"
import { missingByFamily } from "~/models/teaching/missing-register/missing-registers.server"
import { now } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import { listUnbilledMonths, sumUnbilledCharges, unbilledPeriod } from "../charge/unbilled.server"
import { offerBatch } from "./invoice-batch.server"
import { needsCheck, type ReadyFamily, unusualAgainst, usualInvoices } from "./ready-families"

// Ready to invoice: every family with something to bill, those to check first. The number of statements doesn't depend on
// how many families there are.

/** Everything that isn't on an invoice yet: from its oldest day to its last, at least to today. */
export function everythingToDate(actor: Actor): { from: string; to: string } {
  const day = today(actor.school.timeZone, now())
  const { from, to } = unbilledPeriod(actor) ?? { from: monthBounds(monthOf(day)).first, to: day }
  return { from, to: to > day ? to : day }
}

/** The last months that have something to bill, the oldest first, `YYYY-MM`. */
export const monthsToBill = (actor: Actor): string[] => {
  const thisMonth = monthOf(today(actor.school.timeZone, now()))
  const earliest = monthOf(addMonths(`${thisMonth}-01`, -2))
  return listUnbilledMonths(actor).filter((month) => month >= earliest && month <= thisMonth)
}

/**
 * Families with charges in a period, those to check first, each by name. An office turns its pages: they are read once
 * between two writes, and once a minute, in which a lesson may end.
 */
export function listReadyFamilies(
  actor: Actor,
  { from, to }: { from: string; to: string },
): Promise<readonly ReadyFamily[]> {
  const minute = Math.floor(now() / 60_000)
  // A teacher is told of their own lessons without attendance.
  const viewer = actor.role === "teacher" ? actor.memberId : null
  return keepReady(JSON.stringify([actor.school.id, viewer, from, to, minute]), {
    work: {
      name: "ready-families",
      input: { schoolId: actor.school.id, from, to },
      here: () => readReadyFamilies(actor, { from, to }),
    },
    isLong: viewer === null && sumUnbilledCharges(actor).charges > fewCharges,
  })
}

const keepReady = keepAside<readonly ReadyFamily[]>(20)
/** Of so many charges the families are read in a few milliseconds. */
const fewCharges = 500

/** The same as they are read now. */
export function readReadyFamilies(actor: Actor, period: { from: string; to: string }): ReadyFamily[] {
  const offered = offerBatch(actor, period)
  const totalsOf = lastTotals(
    actor,
    offered.map(({ familyId }) => familyId),
  )
  const missingOf = missingByFamily(actor)
  const families = offered.map(
    (family): ReadyFamily => ({
      ...family,
      usualMinor: unusualAgainst(family.amountMinor, totalsOf.get(family.familyId) ?? []),
      missing: missingOf.get(family.familyId) ?? null,
    }),
  )
  return [...families.filter(needsCheck), ...families.filter((family) => !needsCheck(family))]
}

/** The totals of each family's last invoices, the newest first, in minor units. */
function lastTotals(actor: Actor, familyIds: readonly string[]): Map<string, number[]> {
  const rows = db().all<{ familyId: string; totalMinor: number }>(sql`
    select i.family_id as familyId, i.total_minor as totalMinor
    from json_each(${JSON.stringify(familyIds)}) f
    cross join invoices i on i.school_id = ${actor.school.id} and i.id in (
      select l.id from invoices l where l.school_id = ${actor.school.id} and l.family_id = f.value
        and l.state = 'issued' and l.issued_at is not null order by l.issued_at desc limit ${usualInvoices})
    order by i.issued_at desc`)
  return new Map(
    [...groupBy(rows, ({ familyId }) => familyId)].map(([id, those]) => [
      id,
      those.map(({ totalMinor }) => totalMinor),
    ]),
  )
}
