import { tasks } from "db/schema/foundation-tasks"
import { students } from "db/schema/people"
import { closures } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { changeOpening } from "~/models/accounts/school/opening.server"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { fixClock } from "~/utils/clock.server"
import { formatDate, formatTime } from "~/utils/formats"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { addSession } from "../session/move-session.server"
import { addHolidaysAndMove, moveLessonsWork } from "./move-all-lessons.server"
import { countMovable, listMoves } from "./preview-moves.server"

// Marcus teaches three students one after the other on Thanksgiving, a Thursday, and one on the day after; a choir that day has no teacher.

const holidays = [
  { name: "Thanksgiving", date: "2026-11-26" },
  { name: "Day after Thanksgiving", date: "2026-11-27" },
]
const dates = holidays.map(({ date }) => date)

let school: ReturnType<typeof openSchool>["actor"]

beforeEach(() => {
  school = openSchool().actor
  changeOpening(school, { openDays: ["1", "2", "3", "4", "5"], opensAt: "14:00", closesAt: "19:00" })
  const teacherId = addTeacherRow(school, "Marcus Whitfield")
  const lesson = (name: string, date: string, startTime: string) => {
    const classId = addClassRow(school, { name, teacherId })
    addEnrollmentRow(school, classId, addStudentRow(school, name, "Haddad"))
    addSessionRow(school, classId, date, { teacherId, startTime })
  }
  lesson("Milo", "2026-11-26", "15:00")
  lesson("Nour", "2026-11-26", "15:30")
  lesson("Omar", "2026-11-26", "16:00")
  lesson("Rana", "2026-11-27", "15:00")
  addSessionRow(school, addClassRow(school, { name: "Choir", kind: "ensemble" }), "2026-11-27", {
    startTime: "18:00",
  })
})

const lessons = () => rowsOf(sessions, { schoolId: school.school.id }, { by: "id" })

test("says where each lesson goes as the move then does, one without a free time canceled, and changes nothing", () => {
  const before = lessons()
  const preview = listMoves(school, dates)
  expect([preview.lessons, countMovable(school, dates), lessons()]).toEqual([5, 5, before])
  expect(rowsOf(closures, { schoolId: school.school.id })).toEqual([])
  expect(preview.moves.at(-1)).toMatchObject({ was: "Fri, Nov 27, 6:00 PM", becomes: null })

  expect(new Set(moveAll().values()).size).toBe(5)
  expect(preview.moves.map(({ becomes }) => becomes)).toEqual(preview.moves.map(({ id }) => becameOf(id)))
})

test("says of siblings with one teacher, too, where each goes: the second next to the first", () => {
  const teacherId = addTeacherRow(school, "Helena Novak")
  const [zoe, ida] = ["Zoe", "Ida"].map((name) => addStudentRow(school, name, "Singh"))
  const { familyId } = rowOf(students, { id: zoe ?? "" }) ?? {}
  changeRows(students, { id: ida ?? "" }, { familyId })
  const pair = [zoe, ida].map((student, nth) => {
    const classId = addClassRow(school, { name: `Violin ${nth}`, teacherId })
    addEnrollmentRow(school, classId, student ?? "")
    return addSessionRow(school, classId, "2026-11-26", {
      teacherId,
      startTime: nth === 0 ? "14:00" : "18:00",
    })
  })
  const preview = listMoves(school, dates)
  moveAll()
  expect(preview.moves.map(({ becomes }) => becomes)).toEqual(preview.moves.map(({ id }) => becameOf(id)))
  expect(pair.map(becameOf)).toEqual(["Thu, Nov 19, 2:00 PM", "Thu, Nov 19, 3:00 PM"])
})

test("a lesson goes to a day near it, not to one on which its class meets anyway", () => {
  const teacherId = addTeacherRow(school, "Helena Novak")
  const classId = addClassRow(school, { name: "Vera", teacherId })
  addEnrollmentRow(school, classId, addStudentRow(school, "Vera", "Singh"))
  for (const date of ["2026-11-19", "2026-11-26", "2026-12-03", "2026-12-10"])
    addSession(school, { classId, date, startTime: "15:00", minutes: 30 })
  const moves = listMoves(school, dates).moves
  expect(moves.find(({ title }) => title.startsWith("Vera"))?.becomes).toBe("Wed, Nov 25, 3:00 PM")
})

/** Closes on the holidays and moves their lessons; then what became of each lesson, null where it is canceled. */
function moveAll() {
  addHolidaysAndMove(school, holidays)
  const moving = and(eq(tasks.schoolId, school.school.id), eq(tasks.kind, "move-lessons"))
  for (const { id } of rowsOf(tasks, moving, { by: "id" })) while (runNextItems(school, id, moveLessonsWork));
  return new Map(lessons().map(({ id }) => [id, becameOf(id)]))
}

function becameOf(sessionId: string) {
  const lesson = lessons().find(({ id }) => id === sessionId)
  return lesson?.state === "planned"
    ? `${formatDate(lesson.localDate, "short")}, ${formatTime(lesson.startTime)}`
    : null
}

test("a lesson that has begun, or has attendance, isn't counted", () => {
  changeRows(
    sessions,
    { schoolId: school.school.id, startTime: "18:00" },
    { registerTakenAt: Date.parse("2026-11-18T12:00:00Z") },
  )
  fixClock(Date.parse("2026-11-26T20:15:00Z"))
  expect(countMovable(school, dates)).toBe(3)
  expect(listMoves(school, dates).moves).toHaveLength(3)
})
