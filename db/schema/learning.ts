import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { oneOf } from "./checks"
import { pieceStates, skillStateCodes } from "./choices"
import { day, instant, refers, schoolTable } from "./columns"
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
    studentId: text("student_id").notNull(),
    skillId: text("skill_id").notNull(),
    state: text("state", { enum: skillStateCodes }).notNull(),
    since: day("since").notNull(),
    comment: text("comment"),
    memberId: text("member_id"),
    supersededAt: instant("superseded_at"),
  },
  (t) => [
    refers(t, t.studentId, students),
    refers(t, t.skillId, skills),
    refers(t, t.memberId, members),
    uniqueIndex("skill_states_current")
      .on(t.schoolId, t.studentId, t.skillId)
      .where(sql`superseded_at is null`),
    index("skill_states_by_student").on(t.schoolId, t.studentId, t.since),
    index("skill_states_by_skill").on(t.schoolId, t.skillId),
    check("skill_states_state", oneOf(t.state)),
  ],
)

/** What a student is to do until the next lesson. Of a group's task everyone has their own row. */
export const assignments = schoolTable(
  "assignments",
  {
    studentId: text("student_id").notNull(),
    sessionId: text("session_id"),
    classId: text("class_id"),
    task: text("task").notNull(),
    dueOn: day("due_on"),
    assignedBy: text("assigned_by"),
    doneAt: instant("done_at"),
    doneBy: text("done_by"),
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [
    refers(t, t.studentId, students),
    refers(t, t.sessionId, sessions),
    refers(t, t.classId, classes),
    refers(t, t.assignedBy, members),
    refers(t, t.doneBy, members),
    index("assignments_by_student").on(t.schoolId, t.studentId, t.createdAt),
    index("assignments_by_session").on(t.schoolId, t.sessionId),
    index("assignments_by_class").on(t.schoolId, t.classId),
  ],
)

/** A piece a student plays, has played or is going to. */
export const repertoire = schoolTable(
  "repertoire",
  {
    studentId: text("student_id").notNull(),
    title: text("title").notNull(),
    composer: text("composer"),
    state: text("state", { enum: pieceStates }).notNull(),
    since: day("since").notNull(),
  },
  (t) => [
    refers(t, t.studentId, students),
    index("repertoire_by_student").on(t.schoolId, t.studentId, t.since),
    check("repertoire_state", oneOf(t.state)),
  ],
)

/** Minutes someone practiced on a day. */
export const practice = schoolTable(
  "practice",
  {
    studentId: text("student_id").notNull(),
    day: day("day").notNull(),
    minutes: integer("minutes").notNull(),
    note: text("note"),
    memberId: text("member_id"),
  },
  (t) => [
    refers(t, t.studentId, students),
    refers(t, t.memberId, members),
    index("practice_by_student").on(t.schoolId, t.studentId, t.day),
    check("practice_minutes", sql`${t.minutes} between 1 and 600`),
  ],
)

/** What a school said of a student over a period: a frozen copy, the family's from the day it is shared. */
export const reports = schoolTable(
  "reports",
  {
    studentId: text("student_id").notNull(),
    fromDate: day("from_date").notNull(),
    toDate: day("to_date").notNull(),
    /** What the teacher wrote. */
    words: text("words").notNull(),
    /** Skills, repertoire, attendance and practice as they were, JSON. */
    snapshot: text("snapshot").notNull(),
    authorId: text("author_id"),
    sharedAt: instant("shared_at"),
  },
  (t) => [
    refers(t, t.studentId, students),
    refers(t, t.authorId, members),
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
    sessionId: text("session_id").notNull(),
    studentId: text("student_id").notNull(),
    memberId: text("member_id"),
    body: text("body").notNull(),
  },
  (t) => [
    refers(t, t.sessionId, sessions),
    refers(t, t.studentId, students),
    refers(t, t.memberId, members),
    index("note_replies_by_session").on(t.schoolId, t.sessionId, t.createdAt),
    index("note_replies_by_student").on(t.schoolId, t.studentId, t.createdAt),
  ],
)
