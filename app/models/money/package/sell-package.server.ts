import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { packageOffers, packages, packageUses } from "db/schema/money-packages"
import { families, students } from "db/schema/people"
import { classes, enrollments, ownPrices } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, gte, isNull, lte, or, sql } from "drizzle-orm"
import { defaultTax, withTax } from "~/models/accounts/tax/tax"
import { readChosenTax, readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { changeRule, recordEvent } from "~/models/foundation/audit/audit.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import type { SellRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { isClosed } from "../closing/closing.server"
import { takeCharged } from "./charged-lessons.server"
import { type PackageBeyond, type PackageOffer, takeUnits, unitsPerLesson } from "./package"
import { coverSeat } from "./package-cover.server"
import type { PackageOfferForm } from "./package-forms"

// The packages a school sells. What was sold keeps what it was sold with, so an offer is never edited: it is archived and
// another one added.

/** Every offer by name, archived ones last. */
export const listPackageOffers = (actor: Actor): PackageOffer[] =>
  ownRows(actor, packageOffers, {
    ...columns(packageOffers, "id", "name", "classKind", "lessons", "priceMinor"),
    ...columns(packageOffers, "validDays", "restRule", "taxRateId", "isTaxFree", "isForFamilies"),
    isArchived: sql<number>`${packageOffers.archivedAt} is not null`.mapWith(Boolean),
  })
    .orderBy(sql`${packageOffers.archivedAt} is not null`, asc(packageOffers.name))
    .all()

/** Adds an offer. Refuses a name that is in use, in any capitalization, and one for families without a price. */
export function addPackageOffer(
  actor: Actor,
  form: Omit<PackageOfferForm, "isForFamilies"> & { isForFamilies?: boolean },
): Result<{ id: string }, "name-taken" | "tax-unknown" | "free"> {
  return transact(() => {
    const isTaken = listPackageOffers(actor).some(
      ({ name }) => name.toLowerCase() === form.name.toLowerCase(),
    )
    if (isTaken) return { ok: false, reason: "name-taken" }
    if (form.isForFamilies && form.price === 0) return { ok: false, reason: "free" }
    const row = newRow(actor)
    const { price, validDays, classKind, tax: choice = defaultTax, ...facts } = form
    const tax = readChosenTax(actor, choice)
    if (!tax) return { ok: false, reason: "tax-unknown" }
    const offer = {
      ...facts,
      ...tax,
      priceMinor: price,
      validDays: validDays ?? null,
      classKind: classKind ?? null,
    }
    add(actor, packageOffers, { ...row, ...offer })
    recordEvent(actor, "package-offer.add", row.id, { after: offer })
    return { ok: true, id: row.id }
  })
}

/** Stops selling a package, or sells it again. Packages already sold go on. */
export function archivePackageOffer(
  actor: Actor,
  id: string,
  isArchived: boolean,
): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const offer = listPackageOffers(actor).find((each) => each.id === id)
    if (!offer) return { ok: false, reason: "not-found" }
    if (offer.isArchived !== isArchived) {
      change(actor, packageOffers, id, { archivedAt: isArchived ? now() : null })
      recordEvent(actor, isArchived ? "package-offer.archive" : "package-offer.restore", id, {
        after: { name: offer.name },
      })
    }
    return { ok: true, name: offer.name }
  })
}

/** Lets families buy a package in their portal, or lets them no longer. Refuses one without a price or that is archived. */
export function letFamiliesBuy(
  actor: Actor,
  id: string,
  isForFamilies: boolean,
): Result<{ name: string }, "not-found" | "free" | "archived"> {
  return transact(() => {
    const offer = listPackageOffers(actor).find((each) => each.id === id)
    if (!offer) return { ok: false, reason: "not-found" }
    if (offer.isForFamilies === isForFamilies) return { ok: true, name: offer.name }
    if (isForFamilies && offer.isArchived) return { ok: false, reason: "archived" }
    if (isForFamilies && offer.priceMinor === 0) return { ok: false, reason: "free" }
    change(actor, packageOffers, id, { isForFamilies })
    recordEvent(
      actor,
      isForFamilies ? "package-offer.offer-to-families" : "package-offer.hide-from-families",
      id,
      { after: { name: offer.name } },
    )
    return { ok: true, name: offer.name }
  })
}

/** What becomes of a lesson that no package covers. */
export function findPackageBeyond(actor: Actor): PackageBeyond {
  const school = select({ packageBeyond: schools.packageBeyond })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return school?.packageBeyond ?? "charge"
}

/** Changes it for attendance taken from now on. */
export function choosePackageBeyond(actor: Actor, beyond: PackageBeyond) {
  changeRule(actor, { packageBeyond: beyond }, "school.change-packages", () => ({
    before: { beyond: findPackageBeyond(actor) },
    after: { beyond },
  }))
}

export type Sale = {
  offerId: string
  familyId: string
  /** Null: all children of the family may use it. */
  studentId: string | null
  /** `YYYY-MM-DD`, today or up to a year ago. */
  soldOn: string
  /** Takes lessons that were charged beyond earlier packages and are on no invoice yet; they are charged no more. */
  takesCharged?: boolean
  /** The family buys it itself, in its portal. */
  isBought?: boolean
  /** Of the form that sells it; the same form sells once. */
  formKey: string
}

/** Whether a package of the offer that is sold on that day, `YYYY-MM-DD`, would have had its last day before today. */
export function isOverToday(actor: Actor, { offerId, soldOn }: Pick<Sale, "offerId" | "soldOn">): boolean {
  const validDays = listPackageOffers(actor).find(({ id }) => id === offerId)?.validDays ?? null
  return validDays !== null && addDays(soldOn, validDays) < todayOf(actor)
}

type Sold = Result<{ packageId: string; name: string; covered: number; taken: number }, SellRefusal>

/**
 * Sells a package: it is charged at once, and lessons that waited for one are taken from it, the oldest first, and then,
 * where the office says so, those that were charged instead. The same form twice sells it once, and refuses to sell
 * something else.
 */
export function sellPackage(actor: Actor, sale: Sale): Sold {
  return transact(() => {
    const earlier = ownRows(actor, packages).where(eq(packages.formKey, sale.formKey)).get()
    if (earlier)
      return isSame(earlier, sale)
        ? { ok: true, packageId: earlier.id, name: earlier.name, covered: 0, taken: 0 }
        : { ok: false, reason: "sent-before" }
    const offer = listPackageOffers(actor).find(({ id, isArchived }) => id === sale.offerId && !isArchived)
    if (!offer) return { ok: false, reason: "offer-unknown" }
    const holder = findHolder(actor, sale)
    if (!holder.ok) return holder
    const day = todayOf(actor)
    if (sale.soldOn > day) return { ok: false, reason: "too-late" }
    if (sale.soldOn < addDays(day, -366)) return { ok: false, reason: "too-early" }
    if (isClosed(actor, sale.soldOn)) return { ok: false, reason: "closed" }

    const row = newRow(actor)
    const packageId = row.id
    const { familyId, studentId } = sale
    const { name, classKind, lessons, priceMinor, restRule, validDays } = offer
    const expiresOn = validDays === null ? null : addDays(sale.soldOn, validDays)
    add(actor, packages, {
      ...row,
      ...{ name, classKind, lessons, priceMinor, restRule },
      offerId: offer.id,
      familyId,
      studentId,
      soldOn: sale.soldOn,
      expiresOn,
      soldBy: actor.memberId,
      formKey: sale.formKey,
    })
    chargePackage(actor, row.id, offer, sale, holder.firstName)
    const { covered, left: units } = coverWaiting(actor, { packageId, expiresOn }, offer, sale)
    const bought = { packageId, name, familyId, studentId, classKind, expiresOn, units }
    const taken = sale.takesCharged ? takeCharged(actor, bought) : 0
    recordEvent(actor, sale.isBought ? "package.buy" : "package.sell", row.id, {
      after: {
        name: offer.name,
        holder: holder.name,
        priceMinor: offer.priceMinor,
        soldOn: sale.soldOn,
        covered,
        ...(taken > 0 ? { taken } : {}),
      },
    })
    return { ok: true, packageId, name, covered, taken }
  })
}

const isSame = (sold: typeof packages.$inferSelect, sale: Sale): boolean =>
  sold.offerId === sale.offerId &&
  sold.familyId === sale.familyId &&
  sold.studentId === sale.studentId &&
  sold.soldOn === sale.soldOn

/** Sells the same package to the same student or family again, today. */
export function renewPackage(actor: Actor, packageId: string, formKey: string): Sold {
  const bought = ownRows(actor, packages, ["offerId", "familyId", "studentId"])
    .where(eq(packages.id, packageId))
    .get()
  if (!bought) return { ok: false, reason: "offer-unknown" }
  return sellPackage(actor, { ...bought, soldOn: todayOf(actor), formKey })
}

type Holder = { ok: true; name: string; firstName: string | null } | { ok: false; reason: SellRefusal }

function findHolder(actor: Actor, { familyId, studentId }: Sale): Holder {
  const family = find(actor, families, familyId)
  if (!family) return { ok: false, reason: "family-unknown" }
  if (studentId === null) return { ok: true, name: `the ${family.name} family`, firstName: null }
  const student = ownRows(actor, students, ["firstName", "lastName", "familyId"])
    .where(eq(students.id, studentId))
    .get()
  if (student?.familyId !== familyId) return { ok: false, reason: "student-unknown" }
  return { ok: true, name: fullName(student), firstName: student.firstName }
}

function chargePackage(
  actor: Actor,
  packageId: string,
  offer: PackageOffer,
  { familyId, studentId, soldOn }: Sale,
  firstName: string | null,
) {
  if (offer.priceMinor === 0) return
  add(actor, charges, {
    familyId,
    studentId,
    source: "package",
    packageId,
    description: firstName ? `${firstName}, ${offer.name}` : offer.name,
    reason: "Package",
    occurredOn: soldOn,
    ...withTax(offer.priceMinor, readTaxes(actor)(offer)),
  })
}

/** Lessons of the holder that wait for a package are taken from this one, as far as it goes: none after its last day. */
function coverWaiting(
  actor: Actor,
  { packageId, expiresOn }: { packageId: string; expiresOn: string | null },
  offer: PackageOffer,
  sale: Sale,
) {
  const waiting = select({ useId: packageUses.id, seatId: packageUses.seatId, units: packageUses.units })
    .from(packageUses)
    .innerJoin(seats, joined(seats, packageUses.seatId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(students, joined(students, seats.studentId))
    .where(
      and(
        own(actor, packageUses),
        isNull(packageUses.packageId),
        isNull(packageUses.releasedAt),
        eq(students.familyId, sale.familyId),
        sale.studentId === null ? undefined : eq(students.id, sale.studentId),
        offer.classKind === null ? undefined : eq(classes.kind, offer.classKind),
        expiresOn === null ? undefined : lte(sessions.localDate, expiresOn),
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(packageUses.id))
    .all()
  let left = offer.lessons * unitsPerLesson
  let covered = 0
  for (const use of waiting) {
    const { taken, missing } = takeUnits(use.units, [{ packageId, units: left }])
    if (taken.length === 0) break
    left -= use.units - missing
    covered += 1
    coverSeat(actor, use.seatId, { release: [{ ...use, packageId: null }], taken, waiting: missing })
  }
  return { covered, left }
}

/** The children of a family with a class whose lessons are taken from packages, today or from a later day on. */
export const listPackageUsers = (actor: Actor, familyId: string): string[] =>
  partUsers(actor, familyId, null).users

/** The children of a family with classes, none of which will use a package for this kind of class; null for any kind. */
export const listNonUsers = (actor: Actor, familyId: string, classKind: ClassKind | null): string[] =>
  partUsers(actor, familyId, classKind).others

type ClassKind = (typeof classes.$inferSelect)["kind"]

function partUsers(actor: Actor, familyId: string, classKind: ClassKind | null) {
  const day = todayOf(actor)
  const rows = select({
    studentId: students.id,
    enrollmentId: enrollments.id,
    classId: enrollments.classId,
    kind: classes.kind,
    startsOn: enrollments.startsOn,
    ...agreedOn(sql`max(enrollments.starts_on, ${day})`),
  })
    .from(students)
    .innerJoin(enrollments, joined(students, enrollments.studentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, students),
        eq(students.familyId, familyId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
        or(isNull(classes.endedOn), gte(classes.endedOn, day)),
      ),
    )
    .orderBy(asc(enrollments.startsOn))
    .all()
  const prices = listClassPrices(actor, [...new Set(rows.map(({ classId }) => classId))])
  const ids = rows.map(({ enrollmentId }) => enrollmentId)
  const later = groupBy(listLaterPrices(actor, ids, day), ({ enrollmentId }) => enrollmentId)
  const isByPackage = (row: (typeof rows)[number]) => {
    const ofClass = prices.get(row.classId) ?? []
    const from = laterOf(row.startsOn, day)
    const days = [from, ...ofClass.map(({ fromDate }) => fromDate).filter((each) => each > from)]
    return (
      (classKind === null || row.kind === classKind) &&
      [row, ...(later.get(row.enrollmentId) ?? [])].some((agreed) =>
        days.some((on) => priceOf(agreed, ofClass, on)?.billing === "package"),
      )
    )
  }
  const idsOf = (some: typeof rows) => [...new Set(some.map(({ studentId }) => studentId))]
  const users = idsOf(rows.filter(isByPackage))
  return { users, others: idsOf(rows).filter((id) => !users.includes(id)) }
}

/** What is agreed for enrollments from a later day on. */
const listLaterPrices = (actor: Actor, enrollmentIds: readonly string[], day: string) =>
  ownRows(actor, ownPrices, {
    ...columns(ownPrices, "enrollmentId", "billing"),
    priceMinor: ownPrices.amountMinor,
  })
    .where(and(among(ownPrices.enrollmentId, enrollmentIds), gt(ownPrices.fromDate, day)))
    .all()
