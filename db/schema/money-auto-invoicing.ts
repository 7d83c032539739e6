import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { autoPeriods } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, flag, instant, money, schoolTable } from "./columns"
import { families, members } from "./people"

/** When a school's invoices are made by themselves: one row a school. */
export const autoInvoicing = schoolTable(
  "auto_invoicing",
  {
    isOn: flag("is_on").notNull(),
    dayOfMonth: integer("day_of_month").notNull(),
    /** What a run bills: all to the end of last month, or to the end of the month it runs in. */
    period: choice("period", autoPeriods).notNull(),
    /** No run is on a day before this one. */
    startsOn: day("starts_on").notNull(),
  },
  (t) => [
    uniqueIndex("auto_invoicing_once").on(t.schoolId),
    check("auto_invoicing_day", sql`${t.dayOfMonth} between 1 and 28`),
  ],
)

/** One run of the automatic invoices: announced the day before, then carried out in steps. */
export const autoRuns = schoolTable(
  "auto_runs",
  {
    /** `YYYY-MM`: a month has one run. */
    month: text("month").notNull(),
    runOn: day("run_on").notNull(),
    /** The last day it bills. */
    billsTo: day("bills_to").notNull(),
    state: choice("state", ["announced", "running", "done", "skipped"]).notNull(),
    /** The family that was done last, in the order of their ids. */
    doneUpTo: text("done_up_to").notNull().default(""),
    made: integer("made").notNull().default(0),
    totalMinor: money("total_minor").notNull().default(0),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    uniqueIndex("auto_runs_once").on(t.schoolId, t.month),
    index("auto_runs_by_day").on(t.schoolId, t.runOn),
  ],
)

/** A family that a run could not invoice, and why. */
export const autoRunRefusals = schoolTable(
  "auto_run_refusals",
  {
    runId: refersTo("run_id", () => autoRuns).notNull(),
    familyId: refersTo("family_id", () => families).notNull(),
    reason: text("reason").notNull(),
  },
  (t) => [
    uniqueIndex("auto_run_refusals_once").on(t.schoolId, t.runId, t.familyId),
    index("auto_run_refusals_by_family").on(t.schoolId, t.familyId),
  ],
)

/** A family that the automatic invoices leave out until it is released. */
export const invoicingHolds = schoolTable(
  "invoicing_holds",
  {
    familyId: refersTo("family_id", () => families).notNull(),
    reason: text("reason").notNull(),
    heldBy: refersTo("held_by", () => members),
    endedAt: instant("ended_at"),
  },
  (t) => [
    uniqueIndex("invoicing_holds_standing").on(t.schoolId, t.familyId).where(sql`ended_at is null`),
    index("invoicing_holds_by_family").on(t.schoolId, t.familyId),
  ],
)
