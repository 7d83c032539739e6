import { notes } from "db/schema/attendance"
import { students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { findLearner } from "~/models/learning/learner/learner.server"
import { startSkillList } from "~/models/learning/skill/skill-list.server"
import { findSkillSheets } from "~/models/learning/skill/skill-sheet.server"
import { testToday } from "./clock"
import { openPayingFamily } from "./family"
import { addClassRow, addEnrollmentRow, addSessionRow } from "./lessons"
import { addMember, addRows, changeRows } from "./school"

// A child who learns the guitar with Marcus, and has a lesson today: the ground of the tests of learning.

export function openLearning() {
  const family = openPayingFamily()
  const { school, studentIds } = family
  const [otisId = "", miloId = ""] = studentIds
  const marcus = addMember(school, "teacher", "Marcus Whitfield")
  const stranger = addMember(school, "teacher", "Kwame Boateng")
  changeRows(students, { schoolId: school.school.id, id: miloId }, { instrument: "guitar", level: "Grade 1" })
  const classId = addClassRow(school, { teacherId: marcus.teacherId, instrument: "Guitar", name: "Guitar" })
  addEnrollmentRow(school, classId, miloId)
  const sessionId = addSessionRow(school, classId, testToday, { teacherId: marcus.teacherId })
  startSkillList(school, "Guitar")
  const milo = findLearner(school, miloId)
  if (!milo) throw new Error("The school does not know Milo.")
  return { ...family, otisId, miloId, milo, marcus, stranger, classId, sessionId }
}

/** The skills of Milo's guitar list by name. */
export function skillIds(school: Actor, studentId: string): Map<string, string> {
  const learner = findLearner(school, studentId)
  const lines = learner ? findSkillSheets(school, learner).flatMap(({ levels }) => levels) : []
  return new Map(lines.flatMap(({ lines: some }) => some.map(({ name, skillId }) => [name, skillId])))
}

/** What was said of a session to its families. */
export function shareNote(school: Actor, sessionId: string, body: string) {
  addRows(notes, { ...newRow(school), sessionId, visibility: "shared", body, authorId: school.memberId })
}
