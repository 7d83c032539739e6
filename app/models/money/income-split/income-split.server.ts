import { cacheUntilWrite } from "db/cache-until-write.server"
import { invoices } from "db/schema/money"
import { installments } from "db/schema/money-plans"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import { claimAmount, claimDay, ofInvoice } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"

/** What is open of an invoice, or of one of its installments, with the day it is due (`on`). */
export type OpenClaim = { id: string; number: string | null; name: string; on: string; openMinor: number }

/** What is open at the end of a day, as it had been recorded by then; of today, what is open now. */
export const listOpenOn = (actor: Actor, day: string): OpenClaim[] =>
  day < todayOf(actor) ? listOpenThen(actor, day) : listOpenNow(actor)

const listOpenNow = (actor: Actor): OpenClaim[] =>
  select({
    id: invoices.id,
    number: invoices.number,
    name: invoices.billTo,
    on: claimDay,
    openMinor: claimAmount.as("open_minor"),
  })
    .from(invoices)
    .leftJoin(installments, ofInvoice)
    .where(and(own(actor, invoices), isOpen, sql`open_minor > 0`))
    .all()

/** The same of an earlier day: without what was settled, voided or agreed later. */
function listOpenThen(actor: Actor, day: string): OpenClaim[] {
  const end = instantOf(addDays(day, 1), "00:00", actor.school.timeZone)
  return askAll<OpenClaim>(sql`
    with open as materialized (
      select * from (
        select i.school_id, i.id, i.number, i.bill_to, i.due_on, i.total_minor - coalesce((
          select sum(a.amount_minor) from allocations a
          where a.school_id = i.school_id and a.invoice_id = i.id and a.created_at < ${end}), 0) as open_minor
        from invoices i
        where i.school_id = ${actor.school.id} and i.issued_on <= ${day} and i.issued_at < ${end}
          and (i.state = 'issued' or i.voided_at >= ${end}))
      where open_minor > 0
    )
    select * from (
      select o.id, o.number, o.bill_to as name, coalesce(n.due_on, o.due_on) as "on",
        case when n.id is null then o.open_minor
          when n.is_first then max(0, o.open_minor - n.later_minor)
          else min(n.amount_minor, max(0, o.open_minor - n.later_minor)) end as openMinor
      from open o
      left join installments n on n.school_id = o.school_id and n.invoice_id = o.id
        and n.created_at < ${end} and (n.ended_at is null or n.ended_at >= ${end}))
    where openMinor > 0
    order by "on", id`)
}

// An amount of an invoice divided among the teachers and instruments of its lines, to the cent. Safe in the browser.

/** What an invoice's lines of one teacher and instrument add up to, in minor units. */
export type InvoicePart = {
  teacher: { id: string; name: string } | null
  instrument: string | null
  amountMinor: number
}

/** What belongs to no teacher and no instrument. */
const undivided: Omit<InvoicePart, "amountMinor"> = { teacher: null, instrument: null }

/**
 * An amount in the proportion of the parts of its invoice, in their order: whole minor units that add up to it. Each cut is
 * rounded by itself, so the same amount is always divided the same way. Parts that cancel out leave it to no one.
 */
export function divide(amountMinor: number, parts: readonly InvoicePart[]): InvoicePart[] {
  const wholeMinor = parts.reduce((sum, part) => sum + part.amountMinor, 0)
  if (wholeMinor === 0) return amountMinor === 0 ? [] : [{ ...undivided, amountMinor }]
  let cutMinor = 0
  let reachedMinor = 0
  return parts.flatMap((part) => {
    reachedMinor += part.amountMinor
    const nextMinor = Math.round((amountMinor * reachedMinor) / wholeMinor)
    const piece = { ...part, amountMinor: nextMinor - cutMinor }
    cutMinor = nextMinor
    return piece.amountMinor === 0 ? [] : [piece]
  })
}

// What families were billed, paid and owe, divided by teacher and instrument. A line of an invoice belongs to the teacher
// who gave its lesson and the instrument of the lesson's class, a fee to its class; all other lines belong to none.

type Days = { first: string; last: string }

/** A part of an invoice, of a payment or of what is open. */
export type DividedPart = InvoicePart & {
  /** The page that shows it. */
  page: { noun: "invoice" | "family"; id: string }
  name: string
  on: string
  detail: string
}

/** Invoices issued in a span of days that still stand. */
export function listBilledParts(
  actor: Actor,
  { first, last }: Days,
  parts = partsOfInvoices(actor),
): DividedPart[] {
  const issued = askAll<Named & { totalMinor: number }>(sql`
    select i.id, i.number, i.bill_to as name, i.issued_on as "on", i.total_minor as totalMinor from invoices i
    where i.school_id = ${actor.school.id} and i.state = 'issued' and i.issued_on between ${first} and ${last}
    order by i.issued_on, i.id`)
  return withParts(actor, issued, parts).flatMap(([{ totalMinor, ...invoice }, ofInvoice]) =>
    divide(totalMinor, ofInvoice).map((part) => ({
      ...part,
      ...shown(invoice, `Invoice ${invoice.number}`),
    })),
  )
}

/**
 * What came in less what was refunded in a span of days. A payment is divided like the invoices it pays now; what pays none,
 * and what was refunded, belongs to no teacher and no instrument.
 */
export function listReceivedParts(
  actor: Actor,
  { first, last }: Days,
  parts = partsOfInvoices(actor),
): DividedPart[] {
  const school = actor.school.id
  const paid = askAll<Named & { amountMinor: number }>(sql`
    select i.id, i.number, i.bill_to as name, p.received_on as "on", sum(a.amount_minor) as amountMinor
    from payments p
    cross join allocations a on a.school_id = p.school_id and a.payment_id = p.id
    cross join invoices i on i.school_id = a.school_id and i.id = a.invoice_id
    where p.school_id = ${school} and p.received_on between ${first} and ${last} and p.is_opening = 0
    group by p.received_on, i.id having sum(a.amount_minor) <> 0
    order by p.received_on, i.id`)
  const beside = askAll<{ id: string; name: string; on: string; amountMinor: number; detail: string }>(sql`
    select f.id, f.name, r."on", sum(r.minor) as amountMinor, r.detail from (
      select p.family_id, p.received_on as "on", 'Paid for no invoice, or refunded' as detail,
        p.amount_minor - coalesce((select sum(a.amount_minor) from allocations a
          where a.school_id = p.school_id and a.payment_id = p.id), 0) as minor
      from payments p where p.school_id = ${school} and p.received_on between ${first} and ${last} and p.is_opening = 0
      union all
      select b.family_id, b.refunded_on, 'Refund', -b.amount_minor from refunds b
      where b.school_id = ${school} and b.refunded_on between ${first} and ${last}
        and (b.kind <> 'mistake' or not exists (select 1 from payments p
          where p.school_id = b.school_id and p.id = b.payment_id and p.is_opening))) r
    cross join families f on f.school_id = ${school} and f.id = r.family_id
    group by f.id, r."on", r.detail having sum(r.minor) <> 0
    order by r."on", f.id`)
  return [
    ...withParts(actor, paid, parts).flatMap(([{ amountMinor, ...invoice }, ofInvoice]) =>
      divide(amountMinor, ofInvoice).map((part) => ({
        ...part,
        ...shown(invoice, `Payment for invoice ${invoice.number}`),
      })),
    ),
    ...beside.map(({ id, ...rest }) => ({
      ...undivided,
      ...rest,
      page: { noun: "family" as const, id },
    })),
  ]
}

/** What is open on a day of every invoice, an installment by its own day (`on`). */
export function listOpenParts(actor: Actor, day: string, parts = partsOfInvoices(actor)): DividedPart[] {
  const open = listOpenOn(actor, day)
  return withParts(actor, open, parts).flatMap(([{ openMinor, ...invoice }, ofInvoice]) =>
    divide(openMinor, ofInvoice).map((part) => ({
      ...part,
      ...shown(invoice, `Invoice ${invoice.number}`),
    })),
  )
}

type Named = { id: string; number: string | null; name: string; on: string }

const shown = ({ id, name, on }: Named, detail: string) => ({
  page: { noun: "invoice" as const, id },
  name,
  on,
  detail,
})

/** The parts of invoices by their id, of those that were read. Of one teacher only theirs are. */
export type Parts = {
  known: Map<string, InvoicePart[]>
  only?: ReadonlySet<string>
}

/** What several lists read of the same invoices; with a teacher, of the invoices that may have a line of theirs. */
export const partsOfInvoices = (actor: Actor, teacherId?: string): Parts => ({
  known: new Map(),
  only: teacherId === undefined ? undefined : findInvoicesAbout(actor, teacherId),
})

/** In memory, the parts of 40,000 invoices are some 6 MB. */
const keepParts = cacheUntilWrite<Parts["known"]>(4)

/** The parts that are known from earlier reads, for a read that follows at once. */
export const keptParts = ({ school }: Actor): Parts => ({ known: keepParts([school.id], () => new Map()) })

/**
 * The invoices that may have a line of a teacher: by the lessons they gave and by the classes that are theirs. Lines of voided
 * invoices are in no index by their charge, so all of these are among them. The named index keeps SQLite from reading all
 * charges for each enrollment where hardly one is monthly.
 */
function findInvoicesAbout({ school: { id: school } }: Actor, teacherId: string): Set<string> {
  const rows = askAll<{ id: string }>(sql`
    with own as materialized (
      select c.id from sessions x
      cross join seats s on s.school_id = ${school} and s.session_id = x.id
      cross join charges c on c.school_id = ${school} and c.seat_id = s.id
      where x.school_id = ${school} and x.teacher_id = ${teacherId}
      union
      select c.id from classes k
      cross join enrollments e on e.school_id = ${school} and e.class_id = k.id
      cross join charges c indexed by charges_by_month on c.school_id = ${school} and c.enrollment_id = e.id
      where k.school_id = ${school} and k.teacher_id = ${teacherId}
    ), about as materialized (
      select id from own
      union
      select h.id from own cross join charges h on h.school_id = ${school} and h.corrects_charge_id = own.id
    )
    select l.invoice_id as id from about
      cross join invoice_lines l on l.school_id = ${school} and l.charge_id = about.id and l.released_at is null
    union
    select l.invoice_id from about
      cross join invoice_lines l on l.school_id = ${school} and l.part_of_charge_id = about.id
    union
    select l.invoice_id from invoice_lines l where l.school_id = ${school} and l.released_at is not null`)
  return new Set(rows.map(({ id }) => id))
}

/** So many invoices are read in one go: of a school of 5,000 students, some 100 ms. */
const invoicesAtOnce = 2000

/** Some invoices, or those among them that may be a teacher's, with their parts; what is known isn't read again. */
function withParts<Invoice extends { id: string }>(
  actor: Actor,
  asked: readonly Invoice[],
  { known, only }: Parts,
): [Invoice, InvoicePart[]][] {
  const invoices = only ? asked.filter(({ id }) => only.has(id)) : asked
  const ids = [...new Set(invoices.map(({ id }) => id))].filter((id) => !known.has(id))
  for (let from = 0; from < ids.length; from += invoicesAtOnce)
    readSome(actor, ids.slice(from, from + invoicesAtOnce), known)
  return invoices.map((invoice) => [invoice, known.get(invoice.id) ?? []])
}

/** A correction belongs where what it corrects does. */
function readSome(actor: Actor, ids: readonly string[], known: Parts["known"]) {
  const rows = askAll<{
    invoiceId: string
    teacherId: string | null
    teacherName: string | null
    instrument: string | null
    amountMinor: number
  }>(sql`
    select l.invoice_id as invoiceId, t.id as teacherId, t.name as teacherName, k.instrument,
      sum(l.amount_minor) as amountMinor
    from json_each(${JSON.stringify(ids)}) asked
    cross join invoice_lines l on l.school_id = ${actor.school.id} and l.invoice_id = asked.value
    left join charges h on h.school_id = l.school_id and h.id = coalesce(l.charge_id, l.part_of_charge_id)
    left join charges c on c.school_id = l.school_id and c.id = coalesce(h.corrects_charge_id, h.id)
    left join seats s on s.school_id = l.school_id and s.id = c.seat_id
    left join sessions x on x.school_id = l.school_id and x.id = s.session_id
    left join enrollments e on e.school_id = l.school_id and e.id = c.enrollment_id
    left join classes k on k.school_id = l.school_id and k.id = coalesce(x.class_id, e.class_id)
    left join teachers t on t.school_id = l.school_id and t.id = iif(x.id is null, k.teacher_id, x.teacher_id)
    group by l.invoice_id, t.id, k.instrument
    order by l.invoice_id, t.id is null, t.id, k.instrument is null, k.instrument`)
  for (const id of ids) known.set(id, [])
  for (const { invoiceId, teacherId, teacherName, instrument, amountMinor } of rows) {
    const teacher = teacherId === null ? null : { id: teacherId, name: teacherName ?? "" }
    known.get(invoiceId)?.push({ teacher, instrument, amountMinor })
  }
}
