import { cacheUntilWrite } from "db/cache-until-write.server"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import {
  countUnbilled,
  hasManyUnbilled,
  listUnbilledCharges,
  listUnbilledMonths,
  type UnbilledCharge,
  unbilledPeriod,
} from "~/models/money/charge/unbilled.server"
import { listInvoiceStates } from "~/models/money/invoice/invoice-filter.server"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import {
  type ChargedMissing,
  findChargedMissing,
} from "~/models/teaching/missing-register/missing-registers.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import {
  type LessonsWithoutPrice,
  listLessonsWithoutPrice,
} from "~/models/teaching/seat/billing-state.server"
import { enrolledOnDate } from "~/models/teaching/seat/seat.server"
import { sessionTitle } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMonths, isDate, monthBounds, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { PER_PAGE } from "~/utils/page-number"
import { listHolds } from "../auto-invoicing/auto-invoicing.server"
import type { BatchFamily } from "../invoice/invoice-batch"
import { offerBatch } from "../invoice/invoice-batch.server"
import { countWaitingLessons } from "../package/package-cover.server"
import {
  needsCheck,
  type ReadyCharge,
  type ReadyFamily,
  type UnpricedLessons,
  unusualAgainst,
  usualInvoices,
} from "./ready-families"

// Lessons that wait for a price, by class: whose they are, and from which day the price is needed.

/** So many classes are listed; the next ones come once these have a price. */
const mostClasses = 10
/** So many families of a class are named. */
const mostFamilies = 12

/** The first classes of these lessons, each with its first families. */
function nameUnpriced(actor: Actor, those: readonly LessonsWithoutPrice[]): UnpricedLessons[] {
  const ofClass = [...groupBy(those, ({ classId }) => classId).values()].slice(0, mostClasses)
  const named = tellApart(
    actor,
    ofClass.flatMap((rows) =>
      [...rows].sort((a, b) => byName(a.familyName, b.familyName)).slice(0, mostFamilies),
    ),
  )
  const namedOf = groupBy(named, ({ classId }) => classId)
  return ofClass.flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const families = namedOf.get(first.classId) ?? []
    return {
      classId: first.classId,
      className: first.className,
      lessons: rows.reduce((sum, { lessons }) => sum + lessons, 0),
      firstOn: rows.reduce((day, { firstOn }) => (firstOn < day ? firstOn : day), first.firstOn),
      families: families
        .sort((a, b) => byName(familyLabel(a), familyLabel(b)))
        .map(({ familyId, familyName, familyChildren, lessons }) => ({
          ...{ familyId, familyName, familyChildren, lessons },
        })),
      more: rows.length - families.length,
    }
  })
}

const byName = new Intl.Collator("en").compare

// Ready to invoice: every family with something to bill, those to check first. The number of statements doesn't depend on
// how many families there are.

/** What an address asks for: a month (`YYYY-MM`), `all`, or `own` with its dates. */
export type AskedPeriod = { period: string; from: string; to: string }

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
      teacherName: actor.school.kind === "solo" ? null : session.teacherName,
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
function listReadyCharges(
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

const keepCharges = cacheUntilWrite<ReadonlyMap<string, ReadyCharge[]>>(20)

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
const keepOffered = cacheUntilWrite<readonly OfferedFamily[]>(20)

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

// About how much waits for the attendance of a lesson: what everyone enrolled that day pays for one lesson, as if all
// came. Fees by the month don't wait for it, and guests, discounts and packages are told by the attendance itself.

type Lesson = { id: string; classId: string }

/** The amounts that wait for these lessons, by lesson; of one that no one pays by the lesson there is none. */
export function listWaitingAmounts(actor: Actor, lessons: readonly Lesson[]): Map<string, number> {
  const amounts = new Map<string, number>()
  if (lessons.length === 0) return amounts
  const prices = listClassPrices(
    actor,
    lessons.map(({ classId }) => classId),
  )
  const ids = lessons.map(({ id }) => id)
  const enrolled = select({
    sessionId: sessions.id,
    classId: sessions.classId,
    date: sessions.localDate,
    ...agreedOn(sessions.localDate),
  })
    .from(sessions)
    .innerJoin(enrollments, joined(enrollments.classId, sessions.classId))
    .where(and(own(actor, sessions), among(sessions.id, ids), enrolledOnDate))
    .all()
  for (const { sessionId, classId, date, ...agreed } of enrolled) {
    const price = priceOf(agreed, prices.get(classId) ?? [], date)
    if (price?.billing !== "per_session") continue
    amounts.set(sessionId, (amounts.get(sessionId) ?? 0) + price.amountMinor)
  }
  return amounts
}

// One page of Ready to invoice, and what the whole list comes to.

/** A page of a period, counted from 1; of these families where a filter has found some. */
type AskedPage = AskedPeriod & { page: number; familyIds?: string[] }

/**
 * The page as it was read between two writes, once a minute, in which a lesson may end; in the background where many charges wait, so that
 * only the families that are shown come from there.
 */
export function findReady(actor: Actor, asked: AskedPage): Promise<Readonly<ReadyPage>> {
  const minute = Math.floor(now() / 60_000)
  // A teacher is told of their own lessons without attendance.
  const viewer = actor.role === "teacher" ? actor.memberId : null
  return keepReady([actor.school.id, viewer, asked, minute], {
    work: schoolWork(actor, "ready-to-invoice", readReadyPage, asked),
    isLong: viewer === null && hasManyUnbilled(actor),
  })
}

const keepReady = keepReads<Readonly<ReadyPage>>(40)
type ReadyPage = ReturnType<typeof readReadyPage>

/** The same as it is read now. */
export function readReadyPage(actor: Actor, { page, familyIds, ...asked }: AskedPage) {
  const { families: ready, ...whole } = readReady(actor, asked)
  const narrowed = familyIds && new Set(familyIds)
  const all = ready.filter(({ familyId }) => !narrowed || narrowed.has(familyId))
  const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const onPage = new Set(shown.map(({ familyId }) => familyId))
  const charges = listReadyCharges(actor, shown, whole.period)
  const others = all.filter(({ familyId, problem }) => problem === null && !onPage.has(familyId))
  return {
    ...whole,
    families: shown.map((family) => ({ ...family, charged: charges.get(family.familyId) ?? [] })),
    others: {
      families: others.length,
      invoices: others.reduce((sum, { invoices }) => sum + invoices, 0),
      amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      toPrint: others.reduce((sum, { toPrint }) => sum + toPrint, 0),
      ordinary: others.flatMap(({ ordinary }) => ordinary),
    },
    toCheck: all.filter(needsCheck).length,
    items: all.reduce((sum, { lines }) => sum + lines, 0),
    amountMinor: all.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    listed: all.length,
  }
}
