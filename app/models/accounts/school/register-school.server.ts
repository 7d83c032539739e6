import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { outcomes } from "db/schema/attendance"
import { members, teachers } from "db/schema/people"
import { and, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm"
import type { Actor, PersonActor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { platformAdd, platformAddRow, platformChange, select } from "~/models/foundation/access/door.server"
import { officeRoles } from "~/models/foundation/access/roles"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail, wasMailed } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { type CurrencyPosition, type Formats, type NumberStyle, usualFormats } from "~/utils/formats"
import { newId, newRowId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { sellsPlans } from "~/utils/sold-plans"
import { defaultOutcomes } from "../outcome/outcome"
import { addUser, findUser, findUserByEmail, isUnproven, type User } from "../user/user.server"
import { countryOfZone, firstWeekdayOf, zoneOf } from "./country.server"
import { currencyOf } from "./currencies.server"

// Guesses a new school's zone, currency and formats from its browser. They are defaults; the settings change them.

export type SchoolGuess = Omit<Formats, "currencySign"> & { timeZone: string }

type Signs = {
  /** As a browser sends it: "fr-FR,fr;q=0.9". */
  acceptLanguage: string | null
  /** ISO 3166, as a trusted proxy says it. */
  country: string | null
  /** IANA, as the browser's script says it. */
  timeZone?: string
}

/**
 * Zone, currency and first weekday are the place's: of the zone, else of the country, else of the language's region.
 * Order, clock and signs are the language's. English without a region or of the US is what computers come with, so
 * elsewhere it says nothing and the place's own language does. UTC is what a browser says that hides its zone. Who says
 * nothing at all begins as a school in New York.
 */
export function guessSchool({ acceptLanguage, country, timeZone }: Signs): SchoolGuess {
  const zone = timeZone && !/^(?:UTC|GMT|Etc\/.*)$/i.test(timeZone) ? timeZone : undefined
  const favorite = favoriteLanguage(acceptLanguage ?? "")
  const region = (zone && countryOfZone(zone)) ?? country ?? favorite?.maximize().region
  if (!region) return { ...usualFormats, timeZone: zone ?? "America/New_York" }
  const currency = currencyOf(region) ?? usualFormats.currency
  return {
    ...formatsOf(localeOf(favorite, region), currency),
    weekStart: firstWeekdayOf(region),
    currency,
    timeZone: zone ?? zoneOf(region) ?? "America/New_York",
  }
}

/** The language a browser likes best, of its `Accept-Language`. */
export function favoriteLanguage(acceptLanguage: string): Intl.Locale | undefined {
  const [favorite] = acceptLanguage
    .split(",", 20)
    .map((entry) => {
      const [tag = "", weight] = entry.split(";q=")
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .sort((a, b) => b.weight - a.weight)
  try {
    return favorite ? new Intl.Locale(favorite.tag) : undefined
  } catch {
    return undefined
  }
}

function localeOf(favorite: Intl.Locale | undefined, region: string): Intl.Locale {
  const own = new Intl.Locale(`und-${region}`).maximize()
  if (!favorite) return own
  if (favorite.language === "en" && (favorite.region ?? "US") === "US" && region !== "US") return own
  return favorite.region ? favorite : new Intl.Locale(favorite.language, { region: region })
}

/** Digits and calendar are those of the interface, whatever the language has. */
function formatsOf(locale: Intl.Locale, currency: string): Omit<Formats, "weekStart" | "currency"> {
  const plain = new Intl.Locale(locale.toString(), { numberingSystem: "latn", calendar: "gregory" })
  const [first] = new Intl.DateTimeFormat(plain, { dateStyle: "short" })
    .formatToParts(0)
    .filter(({ type }) => type === "day" || type === "month" || type === "year")
  const { hourCycle } = new Intl.DateTimeFormat(plain, { timeStyle: "short" }).resolvedOptions()
  return {
    dateOrder: first?.type === "day" ? "dmy" : first?.type === "year" ? "ymd" : "mdy",
    hourCycle: hourCycle === "h11" || hourCycle === "h12" ? 12 : 24,
    ...numbersOf(plain, currency),
  }
}

function numbersOf(
  locale: Intl.Locale,
  currency: string,
): { numberStyle: NumberStyle; currencyPlace: CurrencyPosition } {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency, minimumFractionDigits: 2 })
    .formatToParts(1_234_567.5)
    .filter(({ type }) => type !== "literal")
  const signOf = (partType: string) => parts.find(({ type }) => type === partType)?.value ?? ""
  const group = signOf("group")
  return {
    numberStyle:
      signOf("decimal") === ","
        ? group === "."
          ? "1.234,50"
          : "1 234,50"
        : group === "’" || group === "'"
          ? "1’234.50"
          : "1,234.50",
    currencyPlace: parts.at(-1)?.type === "currency" ? "after" : "before",
  }
}

// A new tenant: the school, its first administrator, the outcome table it starts with, and a pending subscription.

type NewSchool = {
  kind: "school" | "solo"
  schoolName: string
} & Partial<SchoolGuess>

export type Registration = NewSchool & {
  name: string
  email: string
  /** Already hashed: nothing is awaited in the transaction. */
  passwordHash: string
  /** A demo's people have reached their mailboxes; whoever registers has not yet. */
  isEmailProven?: boolean
}

/**
 * Registers a school with its first administrator. Refuses an address that has an account, whose owner is told by mail;
 * that account is never changed and no one is signed in.
 */
export function registerSchool(
  registration: Registration,
): Result<{ actor: Actor; userId: string }, "email-taken" | "closed"> {
  return transact(() => {
    if (!takesRegistrations()) return { ok: false, reason: "closed" }
    const existing = findUserByEmail(registration.email)
    if (existing) {
      tellOwner(existing)
      return { ok: false, reason: "email-taken" }
    }
    const userId = addUser(registration)
    return { ok: true, userId, actor: foundSchool(registration, { ...registration, userId }) }
  })
}

const dayMs = 86_400_000

/** A letter to the owner of an address that someone registered with: at most one a day, so that it is no mail cannon. */
function tellOwner(owner: User) {
  if (!owner.email || wasMailed(owner.email, "account-exists", now() - dayMs)) return
  queueMail({
    template: "account-exists",
    data: { name: isUnproven(owner) ? "" : owner.name },
    recipient: owner.email,
    schoolId: null,
  })
}

/**
 * One more school for someone who has an account: a new tenant, with them as its administrator. Sent
 * twice it is one: an unpaid school of the same name is taken up again. Refuses a child's sign-in, which has no address.
 */
export function addSchool(
  person: PersonActor,
  school: NewSchool,
): Result<{ actor: Actor }, "no-email" | "closed"> {
  return transact(() => {
    if (!takesRegistrations()) return { ok: false, reason: "closed" }
    const user = findUser(person.userId)
    if (!user?.email) return { ok: false, reason: "no-email" }
    const founder = { userId: user.id, name: user.name, email: user.email }
    const unpaid = select({ school: schools, memberId: members.id, role: members.role })
      .from(members)
      .innerJoin(schools, eq(schools.id, members.schoolId))
      .innerJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
      .where(
        and(
          eq(members.userId, user.id),
          inArray(members.role, officeRoles),
          eq(schools.kind, school.kind),
          eq(schools.name, school.schoolName),
          eq(subscriptions.status, "pending"),
        ),
      )
      .get()
    if (!unpaid) return { ok: true, actor: foundSchool(school, founder) }
    const { memberId, role } = unpaid
    return { ok: true, actor: memberActor(unpaid.school, { ...founder, memberId, role }) }
  })
}

/** Later than anyone looks. */
const century = 36_525 * dayMs

/** A plan is paid for first; where none is sold, each school has everything. */
const firstPlan = (at: number) =>
  sellsPlans()
    ? { status: "pending" as const }
    : {
        status: "active" as const,
        plan: "professional" as const,
        interval: "yearly" as const,
        paidUntil: at + century,
        activatedAt: at,
      }

export const hasSchools = (): boolean =>
  select({ id: schools.id }).from(schools).where(isNull(schools.demoUntil)).limit(1).get() !== undefined

/** Whether anyone may register a school: where plans are sold, or there is none yet, or the operator says so. */
export const takesRegistrations = (): boolean => sellsPlans() || env().OPEN_REGISTRATION || !hasSchools()

/**
 * Opens every school where no plan is sold: those of a database that came from where one was. Staff's holds stay.
 */
export function openEverySchool() {
  if (sellsPlans()) return
  const at = now()
  const closed = or(ne(subscriptions.status, "active"), isNotNull(subscriptions.graceUntil))
  platformChange(subscriptions, closed, {
    ...firstPlan(at),
    graceUntil: null,
    leavingAt: null,
    updatedAt: at,
  })
}

/** The tenant itself, in the caller's transaction. */
function foundSchool(
  { kind, schoolName, ...guess }: NewSchool,
  founder: { userId: string; name: string; email: string },
): Actor {
  const at = now()
  const { userId, name } = founder
  const school = platformAddRow(schools, {
    id: newId(),
    kind,
    name: schoolName,
    timeZone: guess.timeZone ?? "America/New_York",
    currency: guess.currency ?? "USD",
    weekStart: guess.weekStart,
    dateOrder: guess.dateOrder,
    hourCycle: guess.hourCycle,
    numberStyle: guess.numberStyle,
    currencyPlace: guess.currencyPlace,
    email: founder.email.trim().toLowerCase(),
    createdAt: at,
  })
  const memberId = newId()
  const role = kind === "solo" ? "solo_teacher_admin" : "admin"
  platformAdd(members, { schoolId: school.id, id: memberId, userId, role, createdAt: at })
  platformAdd(subscriptions, { schoolId: school.id, ...firstPlan(at), createdAt: at, updatedAt: at })
  for (const outcome of defaultOutcomes)
    platformAdd(outcomes, { schoolId: school.id, id: newId(), createdAt: at, ...outcome })
  if (kind === "solo")
    platformAdd(teachers, {
      schoolId: school.id,
      id: newRowId(),
      createdAt: at,
      name,
      email: school.email,
      memberId,
    })

  const actor = memberActor(school, { memberId, userId, name, role })
  recordEvent(actor, "school.register", school.id, { after: { name: school.name, kind: school.kind } })
  return actor
}
