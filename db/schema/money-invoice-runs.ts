import { sql } from "drizzle-orm"
import { check, index, integer, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { tasks } from "./foundation-tasks"
import { autoRuns } from "./money-auto-invoicing"
import { members } from "./people"

/**
 * Invoices that were sent together. Their emails wait until `heldUntil`, and until then the run can be undone. One that a
 * person started for many families has its task; an automatic one names its run of the month.
 */
export const invoiceRuns = schoolTable(
  "invoice_runs",
  {
    startedBy: refersTo("started_by", () => members),
    taskId: refersTo("task_id", () => tasks),
    autoRunId: refersTo("auto_run_id", () => autoRuns),
    /** How long its emails wait after the last invoice; 0 is not at all. */
    holdMinutes: integer("hold_minutes").notNull(),
    /** When its last invoice was sent. */
    endedAt: instant("ended_at"),
    /** When its emails leave. Earlier when someone sent them off. */
    heldUntil: instant("held_until"),
    undoneAt: instant("undone_at"),
    undoneBy: refersTo("undone_by", () => members),
    /** The task that voids its invoices. */
    undoTaskId: refersTo("undo_task_id", () => tasks),
  },
  (t) => [
    uniqueIndex("invoice_runs_by_task").on(t.schoolId, t.taskId).where(sql`task_id is not null`),
    uniqueIndex("invoice_runs_by_undo").on(t.schoolId, t.undoTaskId).where(sql`undo_task_id is not null`),
    uniqueIndex("invoice_runs_automatic").on(t.schoolId, t.autoRunId).where(sql`auto_run_id is not null`),
    index("invoice_runs_by_time").on(t.schoolId, t.createdAt),
    check("invoice_runs_hold", sql`${t.holdMinutes} between 0 and 1440`),
    check("invoice_runs_held", sql`(${t.endedAt} is null) = (${t.heldUntil} is null)`),
    check("invoice_runs_undone", sql`(${t.undoneAt} is null) = (${t.undoTaskId} is null)`),
  ],
)
