import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { billingModes, offerStates } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable } from "./columns"
import { invoices } from "./money"
import { inquiries } from "./people-inquiries"
import { classes } from "./teaching"

/**
 * What the school offers to someone who asked for lessons: a spot in a class, or a weekly time that a class of its own, without a
 * student, holds meanwhile.
 */
export const offers = schoolTable(
  "offers",
  {
    inquiryId: refersTo("inquiry_id", () => inquiries, "cascade").notNull(),
    /** Null once a weekly time is free again. */
    classId: refersTo("class_id", () => classes),
    /** Whether the class was made to hold the time. */
    holdsTime: flag("holds_time").notNull().default(false),
    startsOn: day("starts_on").notNull(),
    /** Agreed for this student; without them the class's own price counts. */
    billing: choice("billing", billingModes),
    priceMinor: money("price_minor"),
    /** The price that the family read when they accepted. */
    agreedPrice: text("agreed_price"),
    /** The school's own words about it. */
    terms: text("terms"),
    /** The consent documents that are agreed to with it, by id with a space between them. */
    documents: text("documents").notNull().default(""),
    state: choice("state", offerStates).notNull().default("open"),
    expiresAt: instant("expires_at").notNull(),
    closedAt: instant("closed_at"),
    /** What is paid once it is accepted, on an invoice of its own. */
    depositMinor: money("deposit_minor"),
    invoiceId: refersTo("invoice_id", () => invoices),
    /** What the family would rather have. */
    wish: text("wish"),
  },
  (t) => [
    uniqueIndex("offers_open").on(t.schoolId, t.inquiryId).where(sql`state = 'open'`),
    index("offers_by_invoice").on(t.schoolId, t.invoiceId),
    index("offers_by_inquiry").on(t.schoolId, t.inquiryId, t.createdAt),
    index("offers_by_class").on(t.schoolId, t.classId),
    index("offers_by_expiry").on(t.schoolId, t.expiresAt).where(sql`state = 'open'`),
    check("offers_closed", sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    check("offers_deposit", sql`${t.depositMinor} > 0`),
  ],
)
