import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refers, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { members } from "./people"

/** Long work that a person started and that goes on without their request, in small steps. */
export const tasks = schoolTable(
  "tasks",
  {
    kind: choice("kind", [
      "send-invoices",
      "save-drafts",
      "send-reminders",
      "send-message",
      "cancel-lessons",
      "move-lessons",
      "tell-closure",
      "restore-lessons",
      "arrange-lessons",
      "undo-arrangement",
      "export-school",
      "invite-people",
      "change-statuses",
      "enroll-students",
      "set-own-prices",
      "set-class-prices",
      "assign-classes",
      "end-classes",
      "roll-over-classes",
      "issue-drafts",
      "void-invoices",
      "undo-run",
      "merge-families",
      "merge-guardians",
      "merge-students",
      "merge-teachers",
      "set-answers",
      "record-consents",
      "try-rules",
      "undo",
      "approve-pay",
      "lock-pay",
      "hand-over-classes",
      "tell-occasion",
    ]).notNull(),
    startedBy: refersTo("started_by", () => members),
    /** The form it was started with: sent again, it starts nothing. */
    formKey: text("form_key"),
    /** JSON: what was chosen, the same for all items. */
    about: text("about").notNull(),
    state: choice("state", ["waiting", "running", "finished", "canceled", "failed"]).notNull(),
    total: integer("total").notNull(),
    /** Items that are done or excepted. */
    done: integer("done").notNull().default(0),
    excepted: integer("excepted").notNull().default(0),
    /** JSON: sums of what the items made, by name. */
    result: text("result").notNull().default("{}"),
    finishedAt: instant("finished_at"),
    /** The task that this one takes back; a task is taken back once. */
    undoes: text("undoes"),
  },
  (t) => [
    refers(t, t.undoes, t),
    uniqueIndex("tasks_undone_once").on(t.schoolId, t.undoes).where(sql`undoes is not null`),
    index("tasks_by_time").on(t.schoolId, t.createdAt),
    uniqueIndex("tasks_by_form").on(t.schoolId, t.formKey).where(sql`form_key is not null`),
    index("tasks_under_way")
      .on(t.schoolId, t.createdAt)
      .where(sql`state in ('waiting', 'running', 'failed')`),
    check("tasks_done", sql`${t.done} between ${t.excepted} and ${t.total}`),
  ],
)

/** One piece of a task: what it works on, and what became of it. */
export const taskItems = schoolTable(
  "task_items",
  {
    taskId: refersTo("task_id", () => tasks).notNull(),
    position: integer("position").notNull(),
    /** The record it works on; its noun is the kind's. */
    subjectId: text("subject_id").notNull(),
    /** How it is listed, as it was called when the task was started. */
    name: text("name").notNull(),
    /** JSON: what else the step needs to know of it. */
    detail: text("detail"),
    state: choice("state", ["waiting", "done", "excepted"]).notNull(),
    /** What was made, such as an invoice's number; of an exception, why. */
    note: text("note"),
    /** The id of the record that was made. */
    made: text("made"),
    /** JSON: what it was before, for those that can be taken back. */
    before: text("before"),
  },
  (t) => [
    uniqueIndex("task_items_in_order").on(t.schoolId, t.taskId, t.position),
    index("task_items_by_state").on(t.schoolId, t.taskId, t.state, t.position),
  ],
)

/**
 * What a person ticked in a list to do one thing with: from the list to the preview. `plan` is what the preview showed,
 * so that a change between looking and confirming is named.
 */
export const selections = schoolTable(
  "selections",
  {
    memberId: refersTo("member_id", () => members).notNull(),
    /** What is listed, and what is to be done with it. */
    noun: text("noun").notNull(),
    act: text("act").notNull(),
    /** JSON: the ids, in the list's order. */
    ids: text("ids").notNull(),
    /** JSON: what the act's form said, once it is filled in. */
    choice: text("choice"),
    /** JSON: what the preview showed. */
    plan: text("plan"),
    taskId: refersTo("task_id", () => tasks),
  },
  (t) => [index("selections_by_member").on(t.schoolId, t.memberId, t.createdAt)],
)
