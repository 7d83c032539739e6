import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { openingBalances } from "db/schema/money-opening"
import { payments } from "db/schema/money-payments"
import { vouchers } from "db/schema/money-vouchers"
import { occasions } from "db/schema/teaching-occasions"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, exists, getTableColumns, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, changeSchool, ownRows, query, runSql, select } from "~/models/foundation/access/door.server"
import type { OwnedTable } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { addDays } from "~/utils/dates"
import { readAddress } from "~/utils/postal-address"
import type { Result } from "~/utils/result"
import { instantOf, localDate, localTime } from "~/utils/zones"
import { countryOfZone } from "./country.server"
import { currencyCodes } from "./currencies.server"
import { usesEInvoices } from "./e-invoices"
import type { EInvoicesForm, IdentityForm, RegionForm } from "./school-settings-form"

const dayMs = 86_400_000

/**
 * Gives every session without a register, and the time it books, the instants its wall-clock time means in another zone.
 * What has a register happened when it happened. Events go along. In the caller's transaction; returns how many sessions there were.
 *
 * Between two changes of a clock all sessions move by the same time, so a few statements move them all: a school of 5,000
 * students would otherwise wait for a hundred thousand.
 */
export function keepWallClock(actor: Actor, { from, to }: { from: string; to: string }): number {
  const dates = ownRows(actor, sessions, { date: sessions.localDate })
    .where(isNull(sessions.registerTakenAt))
    .groupBy(sessions.localDate)
    .orderBy(sessions.localDate)
    .all()
  let moved = 0
  for (const { first, last, byMs } of stretchesOf(
    dates.map(({ date }) => date),
    from,
    to,
  ))
    moved += byMs === null ? moveDay(actor, first, to) : moveStretch(actor, { first, last, byMs })
  moveOccasions(actor, { from, to })
  return moved
}

const shortestMs = 60_000

/** Recitals, exams and excursions, of which a school has a few a year. */
function moveOccasions(actor: Actor, { from, to }: { from: string; to: string }) {
  const all = ownRows(actor, occasions).all()
  for (const { id, localDate: date, startTime, endsAt: before, revision } of all) {
    const startsAt = instantOf(date, startTime, to)
    const endsAt = instantOf(localDate(before, from), localTime(before, from), to)
    change(actor, occasions, id, {
      startsAt,
      endsAt: Math.max(endsAt, startsAt + shortestMs),
      revision: revision + 1,
    })
  }
}

/** `byMs` is null for a single day on which a clock of either zone changes. */
type Stretch = { first: string; last: string; byMs: number | null }

function stretchesOf(dates: readonly string[], from: string, to: string): Stretch[] {
  const stretches: Stretch[] = []
  for (const date of dates) {
    const [before, after] = [midnightOf(date, from), midnightOf(date, to)]
    const byMs = before === null || after === null ? null : after - before
    const latest = stretches.at(-1)
    if (latest && byMs !== null && latest.byMs === byMs) latest.last = date
    else stretches.push({ first: date, last: date, byMs })
  }
  return stretches
}

/** When a day begins; null where it isn't one of 24 hours. */
function midnightOf(date: string, zone: string): number | null {
  const midnight = instantOf(date, "00:00", zone)
  return instantOf(addDays(date, 1), "00:00", zone) - midnight === dayMs ? midnight : null
}

function moveStretch(actor: Actor, { first, last, byMs }: Stretch & { byMs: number }): number {
  const changes = runSql(sql`
    update sessions set starts_at = starts_at + ${byMs}, ends_at = ends_at + ${byMs}
    where school_id = ${actor.school.id} and local_date between ${first} and ${last} and register_taken_at is null`)
  moveBookings(actor, first, last)
  return changes
}

function moveDay(actor: Actor, date: string, zone: string): number {
  const open = ownRows(actor, sessions, ["id", "startTime", "minutes"])
    .where(and(eq(sessions.localDate, date), isNull(sessions.registerTakenAt)))
    .all()
  for (const { id, startTime, minutes } of open) {
    const startsAt = instantOf(date, startTime, zone)
    change(actor, sessions, id, { startsAt, endsAt: startsAt + minutes * 60_000 })
  }
  moveBookings(actor, date, date)
  return open.length
}

/** What sessions book is booked for as long as they last. */
function moveBookings(actor: Actor, first: string, last: string) {
  runSql(sql`
    update bookings set starts_at = s.starts_at, ends_at = s.ends_at
    from sessions s
    where s.school_id = ${actor.school.id} and s.local_date between ${first} and ${last}
      and s.register_taken_at is null
      and bookings.school_id = ${actor.school.id} and bookings.session_id = s.id`)
}

// A school is the tenant: its profile and rules are set here. Every change goes into the audit log with the old values.

/** The settings as they are; `currencyIsFixed` once an invoice or credit note is issued, a payment or opening balance is recorded, or a gift voucher is sold. */
export function findSchoolSettings(actor: Actor) {
  const school = settingsQuery.get(actor)
  if (!school) throw new Error("The school is gone")
  const { id: _, createdAt: _at, ...settings } = school
  return settings
}

/** Amounts on a paper or in an account stay what they were: in another currency they would be other sums. */
const settingsQuery = query((_, own, school) => {
  const has = (table: OwnedTable, which?: SQL) =>
    exists(
      select({ one: sql`1` })
        .from(table)
        .where(and(own(table), which)),
    )
  const hasMoney = or(
    has(invoices, ne(invoices.state, "draft")),
    has(creditNotes),
    has(payments, isNull(payments.reversedAt)),
    has(openingBalances, isNull(openingBalances.removedAt)),
    has(vouchers, isNull(vouchers.removedAt)),
  )
  return select({ ...getTableColumns(schools), currencyIsFixed: sql`${hasMoney}`.mapWith(Boolean) })
    .from(schools)
    .where(eq(schools.id, school))
})

/** Name, address, phone and email; invoices already issued keep what they said. */
export function changeIdentity(actor: Actor, { name, address, phone, email }: IdentityForm) {
  changeSettings(actor, "identity", { name, address, phone, email: email ?? null })
}

/** Where the school is (ISO 3166): by its address, else by its time zone. */
export const schoolCountry = ({ address, timeZone }: { address: string | null; timeZone: string }) =>
  readAddress(address).country || countryOfZone(timeZone)

/** Whether new invoices carry an e-invoice. Refused in countries that don't have them; papers already issued stay as they are. */
export function changeEInvoices(actor: Actor, form: EInvoicesForm): Result<object, "not-here"> {
  if (!usesEInvoices(schoolCountry(findSchoolSettings(actor)))) return { ok: false, reason: "not-here" }
  changeSettings(actor, "e-invoices", form)
  return { ok: true }
}

/**
 * Zone and currency. A new zone keeps wall-clock times: a lesson at 16:00 stays at 16:00, so sessions without a register
 * and what they book get new instants in the same transaction. Refuses a currency no one pays with, and another one once
 * money of it is on file.
 * @returns how many sessions were moved to the new zone
 */
export function changeRegion(
  actor: Actor,
  { timeZone, currency }: RegionForm,
): Result<{ movedCount: number }, "currency-fixed" | "no-currency"> {
  return transact(() => {
    const before = findSchoolSettings(actor)
    const nextCurrency = currency ?? before.currency
    if (nextCurrency !== before.currency && !currencyCodes.includes(nextCurrency))
      return { ok: false, reason: "no-currency" }
    if (nextCurrency !== before.currency && before.currencyIsFixed)
      return { ok: false, reason: "currency-fixed" }
    changeSettings(actor, "region", { timeZone, currency: nextCurrency })
    return {
      ok: true,
      movedCount:
        timeZone === before.timeZone ? 0 : keepWallClock(actor, { from: before.timeZone, to: timeZone }),
    }
  })
}

type Changeable = Partial<Omit<typeof schools.$inferInsert, "id" | "kind" | "createdAt" | "invoiceSequence">>

/** As the activity names what was changed. Reminders begin with tomorrow's lessons, emails with what is written from now on. */
type SettingsChange =
  | "attendance"
  | "formats"
  | "e-invoices"
  | "identity"
  | "logo"
  | "teachers"
  | "bank"
  | "invoicing"
  | "leave"
  | "lesson-emails"
  | "opening"
  | "payee"
  | "policies"
  | "region"
  | "reminders"
  | "room-buffers"
  | "travel"

/** Writes settings with their audit entry; nothing when nothing is different. */
export function changeSettings(actor: Actor, part: SettingsChange, after: Changeable) {
  transact(() => {
    const settings: Record<string, unknown> = findSchoolSettings(actor)
    const different = Object.entries(after).filter(([name, value]) => settings[name] !== value)
    if (different.length === 0) return
    changeSchool(actor, after)
    recordEvent(actor, `school.change-${part}`, actor.school.id, {
      before: Object.fromEntries(different.map(([name]) => [name, settings[name]])),
      after: Object.fromEntries(different),
    })
  })
}
