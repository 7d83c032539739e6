import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { taxRates } from "./accounts-school-lists"
import { refers, refersTo } from "./column-rules"
import { chosenTax, day, instant, money, schoolTable } from "./columns"
import { members, students } from "./people"

/** What the school sells beside lessons, such as books and strings. Archived ones are no longer sold. */
export const materials = schoolTable(
  "materials",
  {
    name: text("name").notNull(),
    priceMinor: money("price_minor").notNull(),
    ...chosenTax(),
    /** How many are left; null where no one counts them. */
    stock: integer("stock"),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    refers(t, t.taxRateId, taxRates),
    uniqueIndex("materials_name").on(t.schoolId, sql`lower(name)`),
    check("materials_price", sql`${t.priceMinor} > 0`),
    check("materials_stock", sql`${t.stock} is null or ${t.stock} between 0 and 100000`),
  ],
)

/** An instrument that a student hires for a price a month. */
export const hires = schoolTable(
  "hires",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    item: text("item").notNull(),
    serialNumber: text("serial_number"),
    /** A month's price. */
    priceMinor: money("price_minor").notNull(),
    ...chosenTax(),
    startsOn: day("starts_on").notNull(),
    /** The last day; null until the instrument comes back. */
    endsOn: day("ends_on"),
    addedBy: refersTo("added_by", () => members),
    /** The form it was added with; the same form adds one. */
    formKey: text("form_key").notNull(),
  },
  (t) => [
    refers(t, t.taxRateId, taxRates),
    uniqueIndex("hires_added_once").on(t.schoolId, t.formKey),
    index("hires_by_student").on(t.schoolId, t.studentId),
    index("hires_by_end").on(t.schoolId, t.endsOn, t.startsOn),
    check("hires_price", sql`${t.priceMinor} > 0`),
    check("hires_order", sql`${t.endsOn} is null or ${t.startsOn} <= ${t.endsOn}`),
  ],
)
