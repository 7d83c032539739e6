import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { admitStudent } from "~/models/people/student/admit-student.server"
import type { StudentForm } from "~/models/people/student/student-form"
import { todayOf } from "~/utils/clock.server"
import { instrumentWord } from "~/utils/instrument-word"
import { fullName } from "~/utils/names"
import { startClass } from "../class/start-class.server"
import { isKnownTeacher } from "../session/slot.server"
import type { FirstLessonForm } from "./first-lesson-form"

type Lesson = NonNullable<FirstLessonForm["lesson"]>
type Refused = Exclude<ReturnType<typeof startClass>, { ok: true }>
type Admitted =
  | { ok: true; studentId: string; lessons: number }
  | Exclude<ReturnType<typeof admitStudent>, { ok: true }>
  | { ok: false; reason: "no-lesson"; refused: Refused }

/**
 * Adds a student together with their weekly private lesson, both or neither. Without a day, or for a member who doesn’t
 * plan lessons, it adds the student alone. A teacher the school doesn’t have is refused all the same.
 */
export function admitWithLesson(
  actor: Actor,
  facts: StudentForm,
  lesson: Lesson | undefined,
  options: Parameters<typeof admitStudent>[2],
): Admitted {
  if (lesson?.teacherId && may(actor, "class:write") && !isKnownTeacher(actor, lesson.teacherId))
    return { ok: false, reason: "no-lesson", refused: { ok: false, reason: "unknown-teacher" } }
  return allOrNothing((): Admitted => {
    const admitted = admitStudent(actor, facts, options)
    if (!admitted.ok) return admitted
    const { studentId } = admitted
    if (!lesson?.weekday || !lesson.startTime || !may(actor, "class:write"))
      return { ok: true, studentId, lessons: 0 }
    const instrument = facts.instruments[0]?.instrument
    const name = fullName(facts)
    const started = startClass(actor, {
      name: (instrument ? `${name}, ${instrumentWord(instrument)}` : name).slice(0, 120),
      kind: "private",
      capacity: 1,
      instrument,
      teacherId: lesson.teacherId,
      billing: "per_session",
      amount: may(actor, "class:price") ? lesson.amount : undefined,
      weekdays: [lesson.weekday],
      everyWeeks: 1,
      rotation: [],
      startTime: lesson.startTime,
      minutes: lesson.minutes,
      startsOn: lesson.startsOn ?? todayOf(actor),
      ends: "open",
      students: [studentId],
    })
    return started.ok
      ? { ok: true, studentId, lessons: started.effect.made }
      : { ok: false, reason: "no-lesson", refused: started }
  })
}
