import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { pieceStates, skillStateCodes } from "./choices"
import { choice, refersTo } from "./column-rules"
import { day, instant, schoolTable } from "./columns"
import { members, students } from "./people"
import { classes } from "./teaching"
import { sessions } from "./teaching-sessions"

/** What the school teaches, in order: one line of an instrument's list, under a level. Archived, never deleted. */
export const skills = schoolTable(
  "skills",
  {
    instrument: text("instrument").notNull(),
    level: text("level").notNull(),
    name: text("name").notNull(),
    /** Its place in the instrument's whole list; a level comes where its first skill does. */
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [index("skills_in_order").on(t.schoolId, t.instrument, t.position)],
)

/** How far a student is with a skill, since a day. A change is a new row that supersedes the one before. */
export const skillStates = schoolTable(
  "skill_states",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    skillId: refersTo("skill_id", () => skills).notNull(),
    state: choice("state", skillStateCodes).notNull(),
    since: day("since").notNull(),
    comment: text("comment"),
    memberId: refersTo("member_id", () => members),
    supersededAt: instant("superseded_at"),
  },
  (t) => [
    uniqueIndex("skill_states_current")
      .on(t.schoolId, t.studentId, t.skillId)
      .where(sql`superseded_at is null`),
    index("skill_states_by_student").on(t.schoolId, t.studentId, t.since),
    index("skill_states_by_skill").on(t.schoolId, t.skillId),
  ],
)

/** What a student is to do until the next lesson. Of a group's task everyone has their own row. */
export const assignments = schoolTable(
  "assignments",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    sessionId: refersTo("session_id", () => sessions),
    classId: refersTo("class_id", () => classes),
    task: text("task").notNull(),
    dueOn: day("due_on"),
    assignedBy: refersTo("assigned_by", () => members),
    doneAt: instant("done_at"),
    doneBy: refersTo("done_by", () => members),
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [
    index("assignments_by_student").on(t.schoolId, t.studentId, t.createdAt),
    index("assignments_by_session").on(t.schoolId, t.sessionId),
    index("assignments_by_class").on(t.schoolId, t.classId),
  ],
)

/** A piece a student plays, has played or is going to. */
export const repertoire = schoolTable(
  "repertoire",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    title: text("title").notNull(),
    composer: text("composer"),
    state: choice("state", pieceStates).notNull(),
    since: day("since").notNull(),
  },
  (t) => [index("repertoire_by_student").on(t.schoolId, t.studentId, t.since)],
)

/** Minutes someone practiced on a day. */
export const practice = schoolTable(
  "practice",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    day: day("day").notNull(),
    minutes: integer("minutes").notNull(),
    note: text("note"),
    memberId: refersTo("member_id", () => members),
  },
  (t) => [
    index("practice_by_student").on(t.schoolId, t.studentId, t.day),
    check("practice_minutes", sql`${t.minutes} between 1 and 600`),
  ],
)

/** What a school said of a student over a period: a frozen copy, the family's from the day it is shared. */
export const reports = schoolTable(
  "reports",
  {
    studentId: refersTo("student_id", () => students).notNull(),
    fromDate: day("from_date").notNull(),
    toDate: day("to_date").notNull(),
    /** What the teacher wrote. */
    words: text("words").notNull(),
    /** Skills, repertoire, attendance and practice as they were, JSON. */
    snapshot: text("snapshot").notNull(),
    authorId: refersTo("author_id", () => members),
    sharedAt: instant("shared_at"),
  },
  (t) => [
    index("reports_by_student").on(t.schoolId, t.studentId, t.toDate),
    check("reports_order", sql`${t.fromDate} <= ${t.toDate}`),
  ],
)

/**
 * What a family and a teacher say to each other about a session's shared summary. It hangs on the session, not the
 * note, so that it stays when the note is rewritten; it is of one student, so that a group's families do not read each other.
 */
export const noteReplies = schoolTable(
  "note_replies",
  {
    sessionId: refersTo("session_id", () => sessions).notNull(),
    studentId: refersTo("student_id", () => students).notNull(),
    memberId: refersTo("member_id", () => members),
    body: text("body").notNull(),
  },
  (t) => [
    index("note_replies_by_session").on(t.schoolId, t.sessionId, t.createdAt),
    index("note_replies_by_student").on(t.schoolId, t.studentId, t.createdAt),
  ],
)
