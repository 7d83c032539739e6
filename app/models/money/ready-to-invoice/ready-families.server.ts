import { keepUnchanged } from "db/unchanged.server"
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import {
  type ChargedMissing,
  findChargedMissing,
} from "~/models/teaching/missing-register/missing-registers.server"
import {
  type LessonsWithoutPrice,
  listLessonsWithoutPrice,
} from "~/models/teaching/seat/billing-state.server"
import { sessionTitle } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, isDate, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { listHolds } from "../auto-invoicing/auto-invoicing.server"
import { countUnbilled } from "../charge/count-unbilled.server"
import {
  listUnbilledCharges,
  listUnbilledMonths,
  type UnbilledCharge,
  unbilledPeriod,
} from "../charge/unbilled.server"
import type { BatchFamily } from "../invoice/invoice-batch"
import { offerBatch } from "../invoice/invoice-batch.server"
import { listInvoiceStates } from "../invoice/invoice-states.server"
import { countWaitingLessons } from "../package/package-cover.server"
import {
  needsCheck,
  type ReadyCharge,
  type ReadyFamily,
  unusualAgainst,
  usualInvoices,
} from "./ready-families"
import { nameUnpriced } from "./unpriced-lessons.server"
import { listWaitingAmounts } from "./waiting-amounts.server"

// Ready to invoice: every family with something to bill, those to check first. The number of statements doesn't depend on
// how many families there are.

/** What an address asks for: a month (`YYYY-MM`), `all`, or `own` with its dates. */
export const AskedPeriod = z.object({ period: z.string(), from: z.string(), to: z.string() })
export type AskedPeriod = z.output<typeof AskedPeriod>

/** Lessons without attendance that are named above the list; the rest are counted. */
const lessonsNamed = 3

/** What is ready to invoice in a period, and what keeps the rest from it. */
export function readReady(actor: Actor, asked: AskedPeriod) {
  const period = chosenPeriod(actor, asked)
  const unbilled = countUnbilled(actor)
  const unpriced = unbilled.seatsWithoutPrice > 0 ? listLessonsWithoutPrice(actor) : []
  const charged = findChargedMissing(actor)
  const families = period.problem
    ? []
    : readReadyFamilies(actor, period, { unpriced, missing: charged.ofFamily })
  const missing = listSessionsById(actor, charged.ids.slice(0, lessonsNamed))
  const waiting = listWaitingAmounts(actor, missing)
  return {
    period,
    families,
    states: listInvoiceStates(actor),
    unbilled: { ...unbilled, lessonsWithoutPackage: countWaitingLessons(actor) },
    unpriced: nameUnpriced(actor, unpriced),
    missing: missing.map((session) => ({
      id: session.id,
      title: sessionTitle(session),
      localDate: session.localDate,
      teacherName: session.teacherName,
      students: session.students.length,
      amountMinor: waiting.get(session.id) ?? 0,
    })),
  }
}

const shownOf = ({ source, seatId, discounts, usualMinor, ...charge }: UnbilledCharge): ReadyCharge => ({
  chargeId: charge.chargeId,
  ...(source !== "seat" ? { source } : seatId === null ? {} : { seatId }),
  occurredOn: charge.occurredOn,
  text: `${charge.description}, ${charge.reason}`,
  amountMinor: charge.amountMinor,
  ...(usualMinor === null ? {} : { usualMinor }),
  ...(discounts.length > 0 ? { discounts } : {}),
})

/** The charges of some families in a period, by family. */
export function listReadyCharges(
  actor: Actor,
  families: readonly { familyId: string }[],
  { from, to }: { from: string; to: string },
): ReadonlyMap<string, ReadyCharge[]> {
  const familyIds = families.map(({ familyId }) => familyId)
  return keepCharges([actor.school.id, familyIds, from, to], () => {
    const ofFamily = groupBy(listUnbilledCharges(actor, { familyIds, from, to }), ({ familyId }) => familyId)
    return new Map([...ofFamily].map(([familyId, charges]) => [familyId, charges.map(shownOf)]))
  })
}

const keepCharges = keepUnchanged<ReadonlyMap<string, ReadyCharge[]>>(20)

type ChosenPeriod = { chosen: string; months: string[]; from: string; to: string; problem?: string }

/** Everything to date, one month, or the dates asked for; dates that are no period bill nothing, and say so. */
function chosenPeriod(actor: Actor, asked: AskedPeriod): ChosenPeriod {
  const months = monthsToBill(actor)
  if (months.includes(asked.period)) {
    const { first, last } = monthBounds(asked.period)
    return { chosen: asked.period, months, from: first, to: last }
  }
  const everything = everythingToDate(actor)
  const from = asked.from || everything.from
  const to = asked.to || everything.to
  if (asked.period === "own") {
    const dates = { chosen: "own", months, from, to }
    if (!isDate(from) || !isDate(to)) return { ...dates, problem: "Enter both dates." }
    return from <= to ? dates : { ...dates, problem: "Enter a last day that’s on or after the first." }
  }
  return { chosen: "all", months, ...everything }
}

/** Everything that isn't on an invoice yet: from its oldest day to its last, at least to today. */
function everythingToDate(actor: Actor): { from: string; to: string } {
  const day = todayOf(actor)
  const { from, to } = unbilledPeriod(actor) ?? { from: monthBounds(monthOf(day)).first, to: day }
  return { from, to: to > day ? to : day }
}

/** The last months that have something to bill, the oldest first, `YYYY-MM`. */
function monthsToBill(actor: Actor): string[] {
  const thisMonth = monthOf(todayOf(actor))
  const earliest = monthOf(addMonths(`${thisMonth}-01`, -2))
  return listUnbilledMonths(actor).filter((month) => month >= earliest && month <= thisMonth)
}

/** Families with charges in a period, those to check first, each by name. */
function readReadyFamilies(
  actor: Actor,
  period: { from: string; to: string },
  { unpriced, missing }: { unpriced: LessonsWithoutPrice[]; missing: ChargedMissing["ofFamily"] },
): ReadyFamily[] {
  const day = todayOf(actor)
  const offered = keepOffered([actor.school.id, period.from, period.to, day], () =>
    readOffered(actor, period),
  )
  const unpricedOf = groupBy(unpriced, ({ familyId }) => familyId)
  const holds = listHolds(actor)
  const families = offered.map(
    (family): ReadyFamily => ({
      ...family,
      missing: missing.get(family.familyId) ?? null,
      unpriced: sumUnpriced(unpricedOf.get(family.familyId)),
      hold: holds.get(family.familyId) ?? null,
    }),
  )
  return [...families.filter(needsCheck), ...families.filter((family) => !needsCheck(family))]
}

type OfferedFamily = BatchFamily &
  Pick<ReadyFamily, "from" | "to" | "sendTo" | "needsPrint" | "returns" | "usualMinor">

/** Every family that has something to bill is looked at: once a day between two writes of what that hangs on. */
const keepOffered = keepUnchanged<readonly OfferedFamily[]>(20)

function readOffered(actor: Actor, period: { from: string; to: string }): OfferedFamily[] {
  const offered = offerBatch(actor, period)
  const totalsOf = lastTotals(actor, offered)
  return offered.map((family) => ({
    ...family,
    usualMinor: unusualAgainst(family.amountMinor, totalsOf.get(family.familyId) ?? []),
  }))
}

/** All lessons of a family that have no price, with the class of the first. */
function sumUnpriced(those: LessonsWithoutPrice[] = []): ReadyFamily["unpriced"] {
  const [first] = those
  const lessons = those.reduce((sum, each) => sum + each.lessons, 0)
  return first ? { lessons, classId: first.classId, className: first.className } : null
}

/**
 * The totals of each family's last invoices, the newest first, in minor units. Those that went to its payers together are one: the
 * family's amount is compared with what they came to.
 */
function lastTotals(actor: Actor, families: readonly BatchFamily[]): Map<string, number[]> {
  const most = families.reduce((papers, { invoices }) => Math.max(papers, invoices), 1)
  const rows = [
    ...lastInvoices(
      actor,
      families.filter(({ invoices }) => invoices <= 1),
      1,
    ),
    ...(most > 1
      ? lastInvoices(
          actor,
          families.filter(({ invoices }) => invoices > 1),
          most,
        )
      : []),
  ]
  return new Map(
    [...groupBy(rows, ({ familyId }) => familyId)].map(([id, those]) => [
      id,
      [...groupBy(those, ({ setId }) => setId).values()].map((set) =>
        set.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
      ),
    ]),
  )
}

type LastInvoice = { familyId: string; setId: string; totalMinor: number }

/** The families' last invoices, the newest first: as many as are compared, for so many payers each. */
const lastInvoices = (actor: Actor, families: readonly BatchFamily[], payers: number) =>
  askAll<LastInvoice>(sql`
    select i.family_id as familyId, coalesce(i.set_id, i.id) as setId, i.total_minor as totalMinor
    from json_each(${JSON.stringify(families.map(({ familyId }) => familyId))}) f
    cross join invoices i on i.school_id = ${actor.school.id} and i.id in (
      select l.id from invoices l where l.school_id = ${actor.school.id} and l.family_id = f.value
        and l.state = 'issued' and l.issued_at is not null order by l.issued_at desc
        limit ${usualInvoices * payers})
    order by i.issued_at desc`)
