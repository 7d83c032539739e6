import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { taxRates } from "./accounts-school-lists"
import { oneOf } from "./checks"
import { classKinds, packageRests } from "./choices"
import { refers, refersTo } from "./column-rules"
import { chosenTax, day, flag, instant, money, schoolTable } from "./columns"
import { families, members, students } from "./people"
import { seats } from "./teaching-sessions"

/** What the school sells ahead: so many lessons for a price. Archived ones are no longer sold. */
export const packageOffers = schoolTable(
  "package_offers",
  {
    name: text("name").notNull(),
    /** Lessons of which kind of class it covers; null for any. */
    classKind: text("class_kind", { enum: classKinds }),
    lessons: integer("lessons").notNull(),
    priceMinor: money("price_minor").notNull(),
    ...chosenTax(),
    /** Days it can be used, the day of sale not counted; null without an end. */
    validDays: integer("valid_days"),
    /** What becomes of the lessons that are left at its end. */
    restRule: text("rest_rule", { enum: packageRests }).notNull(),
    /** Whether families buy it in their portal themselves. */
    isForFamilies: flag("is_for_families").notNull().default(false),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    refers(t, t.taxRateId, taxRates),
    uniqueIndex("package_offers_name").on(t.schoolId, sql`lower(name)`),
    check("package_offers_kind", sql`${t.classKind} is null or ${oneOf(t.classKind)}`),
    check("package_offers_lessons", sql`${t.lessons} between 1 and 500`),
    check("package_offers_price", sql`${t.priceMinor} >= 0`),
    check("package_offers_days", sql`${t.validDays} is null or ${t.validDays} between 1 and 3650`),
    check("package_offers_rest", oneOf(t.restRule)),
  ],
)

/** A package as it was sold, to a student or, without one, to a family. What is left of it follows from its uses. */
export const packages = schoolTable(
  "packages",
  {
    offerId: refersTo("offer_id", () => packageOffers).notNull(),
    familyId: refersTo("family_id", () => families).notNull(),
    studentId: refersTo("student_id", () => students),
    name: text("name").notNull(),
    classKind: text("class_kind", { enum: classKinds }),
    lessons: integer("lessons").notNull(),
    priceMinor: money("price_minor").notNull(),
    soldOn: day("sold_on").notNull(),
    /** The last day of a lesson it covers. */
    expiresOn: day("expires_on"),
    restRule: text("rest_rule", { enum: packageRests }).notNull(),
    soldBy: refersTo("sold_by", () => members),
    /** The form it was sold with; the same form sells once. */
    formKey: text("form_key").notNull(),
    endedAt: instant("ended_at"),
    endReason: text("end_reason"),
  },
  (t) => [
    uniqueIndex("packages_sold_once").on(t.schoolId, t.formKey),
    index("packages_by_family").on(t.schoolId, t.familyId, t.soldOn),
    index("packages_by_student").on(t.schoolId, t.studentId),
    index("packages_by_sale").on(t.schoolId, t.soldOn),
    index("packages_by_offer").on(t.schoolId, t.offerId),
    index("packages_expiring").on(t.schoolId, t.expiresOn).where(sql`ended_at is null`),
    check("packages_kind", sql`${t.classKind} is null or ${oneOf(t.classKind)}`),
    check("packages_lessons", sql`${t.lessons} between 1 and 500`),
    check("packages_price", sql`${t.priceMinor} >= 0`),
    check("packages_rest", oneOf(t.restRule)),
    check("packages_end", sql`(${t.endedAt} is null) = (${t.endReason} is null)`),
  ],
)

/**
 * What a mark took from a package, in hundredths of a lesson: an outcome that charges 50 % takes half a one. Without a
 * package it is what no package had room for, and waits for the next one sold. A correction releases it and takes again;
 * a trigger keeps a package from giving more than it has.
 */
export const packageUses = schoolTable(
  "package_uses",
  {
    packageId: refersTo("package_id", () => packages),
    seatId: refersTo("seat_id", () => seats).notNull(),
    units: integer("units").notNull(),
    releasedAt: instant("released_at"),
  },
  (t) => [
    uniqueIndex("package_uses_once").on(t.schoolId, t.seatId, t.packageId).where(sql`released_at is null`),
    index("package_uses_by_package").on(t.schoolId, t.packageId),
    index("package_uses_by_seat").on(t.schoolId, t.seatId),
    index("package_uses_by_creation").on(t.schoolId, t.createdAt),
    index("package_uses_by_release").on(t.schoolId, t.releasedAt).where(sql`released_at is not null`),
    uniqueIndex("package_uses_waiting")
      .on(t.schoolId, t.seatId)
      .where(sql`package_id is null and released_at is null`),
    check("package_uses_units", sql`${t.units} between 1 and 100`),
  ],
)
