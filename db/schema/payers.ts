import { sql } from "drizzle-orm"
import { type AnySQLiteColumn, check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { payerParts } from "./choices"
import { choice, refers, refersTo } from "./column-rules"
import { basisPoints, day, instant, money, schoolTable } from "./columns"
import { families, guardians } from "./people"

/**
 * Someone who pays a family's invoices without being a guardian: an employer, an office, a foundation, a grandparent. They
 * have no login. One whom invoices name stays after they were removed.
 */
export const outsidePayers = schoolTable(
  "outside_payers",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    address: text("address"),
    taxNumber: text("tax_number"),
    /** What their invoices quote, such as a file or order number. */
    reference: text("reference"),
    /** Of each invoice where the family shares by percentages; the guardians share what is left. */
    payerShare: basisPoints("payer_share").notNull().default(0),
    payerAmountMinor: money("payer_amount_minor"),
    position: integer("position").notNull().default(0),
    /** The last day on which invoices are shared with them. */
    endsOn: day("ends_on"),
    removedAt: instant("removed_at"),
  },
  (t) => [
    index("outside_payers_by_family").on(t.schoolId, t.familyId),
    check("outside_payers_share", sql`${t.payerShare} between 0 and 10000`),
    check("outside_payers_folded", sql`${t.email} = lower(${t.email})`),
    check("outside_payers_amount", sql`${t.payerAmountMinor} > 0`),
  ],
)

/** Whom a row of money is for or from: a guardian, or another payer. Neither: the family, or a student who pays. */
export const paidBy = () => ({
  guardianId: text("guardian_id"),
  outsidePayerId: text("outside_payer_id"),
})

type PaidBy = Record<"schoolId" | "guardianId" | "outsidePayerId", AnySQLiteColumn>

export const payerKeys = (table: string, t: PaidBy) => [
  refers(t, t.guardianId, guardians),
  refers(t, t.outsidePayerId, outsidePayers),
  index(`${table}_by_outside_payer`)
    .on(t.schoolId, t.outsidePayerId)
    .where(sql`outside_payer_id is not null`),
  check(`${table}_one_payer`, sql`${t.guardianId} is null or ${t.outsidePayerId} is null`),
]

/** Who pays a category of charges, or the rest of what others pay by amounts. */
export const familyPayerParts = schoolTable(
  "family_payer_parts",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    ...paidBy(),
    part: choice("part", payerParts).notNull(),
  },
  (t) => [
    ...payerKeys("family_payer_parts", t),
    uniqueIndex("family_payer_parts_once").on(t.schoolId, t.familyId, t.part),
    index("family_payer_parts_by_guardian").on(t.schoolId, t.guardianId),
    check("family_payer_parts_named", sql`${t.guardianId} is not null or ${t.outsidePayerId} is not null`),
  ],
)
