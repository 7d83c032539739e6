import { db } from "db/client.server"
import { members, students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import {
  assignTask,
  listAssignments,
  setAssignmentDone,
} from "~/models/learning/assignment/assignment.server"
import { listFeedback, replyToNote } from "~/models/learning/feedback/feedback.server"
import type { Learner } from "~/models/learning/learner/learner"
import { findLearner } from "~/models/learning/learner/learner.server"
import { logPractice } from "~/models/learning/practice/practice.server"
import { addPiece, changePieces, listPieces } from "~/models/learning/repertoire/repertoire.server"
import { shareReport, writeReport } from "~/models/learning/report/report.server"
import { recordSkills, type SkillEntry } from "~/models/learning/skill/record-skills.server"
import { startSkillList } from "~/models/learning/skill/skill-list.server"
import { findSkillSheets, skillStamp } from "~/models/learning/skill/skill-sheet.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { localDate } from "~/utils/zones"
import { chance, pick } from "./chance"

const day = 86_400_000

const comments = [
  "Even now, even with eyes closed.",
  "Good at home, a little rushed in the lesson.",
  "Still needs the metronome.",
] as const
const tasks = [
  "Ten minutes of scales a day, softly, hands separately.",
  "Bars 9 to 16 with the metronome at 72, three times without stopping.",
  "Listen to the new piece twice and mark where it gets louder.",
  "Learn the first page by heart.",
] as const
const pieces: Record<string, [string, string | null][]> = {
  Guitar: [
    ["Malagueña", null],
    ["Lágrima", "Francisco Tárrega"],
    ["Greensleeves", null],
    ["Study in B minor", "Fernando Sor"],
  ],
  Drums: [
    ["Groove study no. 3", null],
    ["Cold Sweat", "James Brown"],
    ["Bossa etude", null],
  ],
  Piano: [
    ["Minuet in G", "Christian Petzold"],
    ["Arabesque", "Friedrich Burgmüller"],
    ["Prelude in C", "Johann Sebastian Bach"],
  ],
}

/** What the students of a school learn: skills, assignments, pieces, practice, replies and reports. */
export function seedLearning(actor: Actor, present: number, instruments: string[]) {
  fixClock(present - 175 * day)
  for (const instrument of instruments) startSkillList(actor, instrument)
  const learners = listLearners(actor)
  for (const [weeksAgo, share] of [
    [24, 0],
    [18, 0.5],
    [9, 0.3],
    [1, 0.2],
  ] as const) {
    fixClock(present - weeksAgo * 7 * day)
    for (const { teacher, learner } of learners) sayHowFar(teacher, learner, { share, weeksAgo })
  }
  for (const { teacher, learner } of learners) {
    choosePieces(teacher, learner, present)
    giveTasks(teacher, learner, present)
  }
  fixClock(present)
}

/** Two or three students of each teacher, with the teacher as the author. */
function listLearners(actor: Actor): { teacher: Actor; learner: Learner }[] {
  const rows = db()
    .select({
      studentId: students.id,
      teacherId: teachers.id,
      teacherName: teachers.name,
      memberId: teachers.memberId,
      userId: members.userId,
    })
    .from(enrollments)
    .innerJoin(classes, and(eq(classes.schoolId, enrollments.schoolId), eq(classes.id, enrollments.classId)))
    .innerJoin(teachers, and(eq(teachers.schoolId, classes.schoolId), eq(teachers.id, classes.teacherId)))
    .innerJoin(
      students,
      and(eq(students.schoolId, enrollments.schoolId), eq(students.id, enrollments.studentId)),
    )
    .leftJoin(members, and(eq(members.schoolId, teachers.schoolId), eq(members.id, teachers.memberId)))
    .where(
      and(
        eq(enrollments.schoolId, actor.school.id),
        eq(classes.kind, "private"),
        eq(students.status, "active"),
      ),
    )
    .orderBy(asc(teachers.name), asc(students.firstName))
    .all()
  const taken = new Map<string, number>()
  return rows.flatMap(({ studentId, teacherId, teacherName, memberId, userId }) => {
    const learner = findLearner(actor, studentId)
    const count = taken.get(teacherId) ?? 0
    if (!learner || (count >= 3 && !learner.name.endsWith("Haddad"))) return []
    taken.set(teacherId, count + 1)
    const teacher =
      memberId && userId
        ? memberActor(actor.school, { memberId, userId, name: teacherName, role: "teacher" })
        : actor
    return [{ teacher, learner }]
  })
}

function sayHowFar(teacher: Actor, learner: Learner, round: { share: number; weeksAgo: number }) {
  const [sheet] = findSkillSheets(teacher, learner)
  if (!sheet?.current) return
  const at = sheet.levels.findIndex(({ level }) => level === sheet.current)
  const entries = new Map<string, SkillEntry>()
  for (const [index, { lines }] of sheet.levels.entries())
    for (const { skillId, name, state } of lines) {
      const luck = chance(learner.name, name, round.weeksAgo)
      if (index < at && round.share === 0) entries.set(skillId, { state: "mastered", comment: null })
      if (index !== at || luck > round.share * 1.6) continue
      const next =
        ({ not_started: "introduced", introduced: "developing" } as const)[state as "introduced"] ?? "secure"
      entries.set(skillId, { state: next, comment: luck < 0.2 ? pick(comments, learner.name, name) : null })
    }
  const since = localDate(now(), teacher.school.timeZone)
  recordSkills(teacher, learner, entries, { since, stamp: skillStamp(teacher, learner) })
}

function choosePieces(teacher: Actor, learner: Learner, present: number) {
  const list = pieces[learner.instrument ?? ""] ?? []
  for (const [index, [title, composer]] of list.entries()) {
    fixClock(present - (150 - index * 40) * day)
    addPiece(teacher, learner, { title, composer, state: index === list.length - 1 ? "planned" : "learning" })
  }
  fixClock(present - 30 * day)
  const [first, second] = listPieces(teacher, learner)
    .reverse()
    .filter(({ state }) => state === "learning")
  changePieces(teacher, learner, {
    ...(first ? { [first.id]: "performed" as const } : {}),
    ...(second && list.length > 3 ? { [second.id]: "ready" as const } : {}),
  })
}

function giveTasks(teacher: Actor, learner: Learner, present: number) {
  for (const weeksAgo of [3, 2, 1, 0]) {
    fixClock(present - (weeksAgo * 7 + 1) * day)
    const today = localDate(present - (weeksAgo * 7 + 1) * day, teacher.school.timeZone)
    const task = tasks[(weeksAgo + learner.name.length) % tasks.length] ?? tasks[0]
    assignTask(teacher, [learner], { task, dueOn: addDays(today, 7) })
    if (weeksAgo === 0 || chance(learner.name, "done", weeksAgo) < 0.25) continue
    fixClock(present - (weeksAgo * 7 - 4) * day)
    for (const { id } of listAssignments(teacher, learner).open) setAssignmentDone(teacher, learner, id, true)
  }
}

/** A family's practice and replies to two lesson notes; the teacher's answers and reports. */
export function seedFamilyLearning(office: Actor, family: Actor, teacher: Actor, present: number) {
  const own = db()
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.schoolId, office.school.id), inArray(students.lastName, ["Haddad"])))
    .all()
    .flatMap(({ id }) => findLearner(family, id) ?? [])
  for (const learner of own) {
    for (let back = 50; back >= 0; back -= 1) {
      if (chance(learner.name, "practice", back) > 0.45) continue
      fixClock(present - back * day)
      logPractice(family, learner, {
        entryId: newId(),
        day: localDate(present - back * day, office.school.timeZone),
        minutes: 10 + 5 * Math.floor(chance(learner.name, "minutes", back) * 6),
        note: chance(learner.name, "note", back) < 0.2 ? "Scales, then the new piece twice." : null,
      })
    }
    answerNotes(family, teacher, learner, present)
    fixClock(present - 3 * day)
    const to = localDate(present, office.school.timeZone)
    const written = writeReport(teacher, learner, {
      fromDate: addDays(to, -150),
      toDate: addDays(to, -3),
      words: `${learner.firstName} has become steadier over the last six months: the rhythm holds, and ${learner.firstName} listens while playing.\n\nNext: softer playing, and one piece by heart for the winter concert.`,
    })
    if (written.ok && learner.firstName === "Milo") shareReport(teacher, written.reportId)
  }
  fixClock(present)
}

function answerNotes(family: Actor, teacher: Actor, learner: Learner, present: number) {
  const [newest, older] = listFeedback(family, learner, 1).lessons
  fixClock(present - 2 * day)
  if (older)
    replyToNote(family, learner, {
      entryId: newId(),
      sessionId: older.sessionId,
      body: `${learner.firstName} asks if the left hand can use the page for another week.`,
    })
  if (newest)
    replyToNote(family, learner, {
      entryId: newId(),
      sessionId: newest.sessionId,
      body: "We did that every day this week. It goes much better before breakfast.",
    })
  fixClock(present - day)
  if (older)
    replyToNote(teacher, learner, {
      entryId: newId(),
      sessionId: older.sessionId,
      body: "Sure. After that, slowly and by heart.",
    })
}
