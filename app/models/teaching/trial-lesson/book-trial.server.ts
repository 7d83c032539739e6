import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { admitStudent } from "~/models/people/student/admit-student.server"
import { fullName } from "~/utils/names"
import { endClass } from "../class/end-class.server"
import { startClass } from "../class/start-class.server"
import { findTrialPrice } from "../price/trial-price.server"
import { addSession } from "../session/move-session.server"
import type { Override, SlotRefusal } from "../session/slot.server"
import type { ImpossibleTime } from "../session/slot-refusals"
import type { TrialForm } from "./trial-form"

type Admitted = ReturnType<typeof admitStudent>

export type TrialRefusal =
  | { ok: false; reason: "no-student" }
  | { ok: false; reason: "booked-already"; studentId: string; name: string }
  | Extract<Admitted, { ok: false }>
  | SlotRefusal
  | ImpossibleTime

/**
 * Books a trial lesson in one step: a new student on trial with their guardian or in a family the school has, or one the school
 * knows, and one lesson of the kind trial. What it costs follows the school's rule for trials. All of it or nothing; the same one
 * sent twice is booked once.
 */
export function bookTrial(
  actor: Actor,
  form: TrialForm,
  { override, anyway }: { override?: Override; anyway?: boolean } = {},
): { ok: true; studentId: string; sessionId: string; name: string } | TrialRefusal {
  return allOrNothing(() => {
    const twin = anyway ? undefined : findTwin(actor, form)
    if (twin) return { ok: false, reason: "booked-already", ...twin } as const
    const student = form.studentId ? findStudent(actor, form.studentId) : newcomer(actor, form, anyway)
    if (!student.ok) return student
    const { date, startTime, minutes, teacherId, roomId, instrument } = form
    const costs = findTrialPrice(actor) === "class" && form.amount !== undefined
    const started = startClass(actor, {
      name: trialName(student.name),
      kind: "trial",
      instrument,
      teacherId,
      roomId,
      capacity: 1,
      billing: "per_session",
      amount: costs ? form.amount : undefined,
      weekdays: [],
      everyWeeks: 1,
      rotation: [],
      minutes,
      startsOn: date,
      ends: "open",
      students: [student.id],
    })
    if (!started.ok)
      return "clashes" in started || started.reason === "unknown-teacher" || started.reason === "unknown-room"
        ? started
        : ({ ok: false, reason: "no-student" } as const)
    const { classId } = started
    const added = addSession(actor, { classId, date, startTime, minutes, override })
    if (!added.ok)
      return "clashes" in added ||
        "message" in added ||
        added.reason === "unknown-teacher" ||
        added.reason === "unknown-room"
        ? added
        : ({ ok: false, reason: "no-student" } as const)
    endClass(actor, classId, { lastDay: date, reason: "A trial is one lesson" })
    return { ok: true, studentId: student.id, sessionId: added.sessionId, name: student.name } as const
  })
}

/** How the class of a trial lesson is called. */
export const trialName = (studentName: string): string => `${studentName}, trial`

function findStudent(actor: Actor, studentId: string) {
  const found = select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(own(actor, students, studentId))
    .get()
  if (!found) return { ok: false, reason: "no-student" } as const
  return { ok: true, id: found.id, name: fullName(found) } as const
}

/** The student who has this very trial lesson already: the one it is for, or one of the same name. */
function findTwin(actor: Actor, form: TrialForm) {
  const { studentId, firstName = "", lastName = "", date, startTime } = form
  const found = select({ studentId: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(enrollments, joined(enrollments.classId, classes.id))
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.localDate, date),
        eq(sessions.startTime, startTime),
        eq(classes.kind, "trial"),
        ne(sessions.state, "cancelled"),
      ),
    )
    .all()
  const wanted = fullName({ firstName, lastName }).toLowerCase()
  const twin = found.find((each) =>
    studentId ? each.studentId === studentId : fullName(each).toLowerCase() === wanted,
  )
  return twin && { studentId: twin.studentId, name: fullName(twin) }
}

function newcomer(actor: Actor, form: TrialForm, anyway: boolean | undefined) {
  const { firstName = "", lastName = "", instrument, guardianName, guardianEmail, guardianPhone } = form
  const admitted = admitStudent(
    actor,
    {
      firstName,
      lastName,
      status: "trial",
      family: form.familyId ?? "new",
      instruments: [{ instrument, level: null }],
      guardians: guardianName
        ? [
            {
              name: guardianName,
              email: guardianEmail,
              phone: guardianPhone,
              payerShare: 10_000,
              seesMoney: true,
              remove: false,
            },
          ]
        : [],
    },
    { anyway },
  )
  if (!admitted.ok) return admitted
  return { ok: true, id: admitted.studentId, name: fullName({ firstName, lastName }) } as const
}
