import type { Actor } from "~/models/foundation/access/actor"
import { addOutsidePayer } from "~/models/money/payer/outside-payers.server"
import { changePayers, findPayerRules } from "~/models/money/payer/payer-rules.server"
import { listStudents } from "~/models/people/student/list-students.server"
import { admitStudent, findStudent } from "~/models/people/student/student.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { addClass } from "~/models/teaching/class/class.server"
import { endClass } from "~/models/teaching/class/end-class.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { addSchedule } from "~/models/teaching/class/schedule.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { addDays, weekday } from "~/utils/dates"

/** A course of six weeks that was held and is over; made before its weeks are lived. Answers how to end it. */
export function addSummerCourse(actor: Actor, from: string, roomId: string | undefined): () => void {
  const startsOn = addDays(from, (4 - weekday(from) + 7) % 7)
  const endsOn = addDays(startsOn, 5 * 7)
  const teacher = listTeachers(actor).find(({ name }) => name === "Marcus Whitfield")
  const classId = addClass(actor, {
    name: "Summer ukulele",
    kind: "group",
    instrument: "Ukulele",
    teacherId: teacher?.id ?? null,
    roomId: roomId ?? null,
    capacity: 8,
    price: { billing: "per_session", amountMinor: 1500, fromDate: startsOn },
  })
  const players = listStudents(actor, { instrument: "Guitar", status: "active" }).students
  for (const player of players.slice(0, 4)) enroll(actor, { classId, studentId: player.id, startsOn })
  const scheduleId = addSchedule(actor, classId, {
    weekdays: [4],
    startTime: "17:30",
    minutes: 45,
    startsOn,
    endsOn,
  })
  makeSessions(actor, scheduleId, endsOn)
  return () => {
    const ended = endClass(actor, classId, { lastDay: endsOn, reason: "The summer class is over" })
    if (!ended.ok) throw new Error(`The summer class did not end: ${ended.reason}`)
  }
}

/** What is half-way in any school: a class without a time, someone who asked, someone who rests. */
export function leaveThingsOpen(actor: Actor) {
  addClass(actor, {
    name: "Theory workshop",
    kind: "group",
    capacity: 12,
    onlineLink: "https://meet.example.com/theory",
    price: null,
  })
  const admitted = admitStudent(actor, {
    firstName: "Nadia",
    lastName: "Bergström",
    status: "lead",
    family: "new",
    instruments: [{ instrument: "Violin", level: null }],
    guardians: [
      {
        name: "Elin Bergström",
        relation: "Mother",
        email: "elin.bergstrom@example.com",
        payerShare: 10_000,
        seesMoney: true,
        remove: false,
      },
    ],
    notes: "Asked for a trial lesson after the fall concert.",
  })
  if (!admitted.ok) throw new Error(`The lead was not added: ${admitted.reason}`)
  sendToWork(actor, admitted.studentId)
  const resting = listStudents(actor, { status: "active", instrument: "Drums" }).students.at(-1)
  const paused = resting && changeStatus(actor, resting.id, { step: "pause", reason: "A broken wrist" })
  if (!paused?.ok) throw new Error("No student could be paused")
}

/** Elin Bergström’s invoices go to her company, and a foundation pays half. */
function sendToWork(actor: Actor, studentId: string) {
  const familyId = findStudent(actor, studentId)?.familyId ?? ""
  const rules = findPayerRules(actor, familyId)
  if (!rules) throw new Error("The lead has no family")
  const facts = {
    billingEmail: "invoices@bergstrom-design.example",
    billingAddress: "Bergström Design\n14 Canal Street\nSpringfield",
  }
  const foundation = addOutsidePayer(actor, familyId, {
    name: "Springfield Music Foundation",
    email: "grants@springfield-music.example",
    address: "3 Court Square\nSpringfield",
    taxNumber: null,
    reference: "Grant 2026-118",
    endsOn: null,
  })
  if (!foundation.ok) throw new Error(`The foundation was not added: ${foundation.reason}`)
  changePayers(actor, familyId, {
    ...rules,
    guardians: rules.guardians.map((guardian) => ({ ...guardian, ...facts, share: 5_000 })),
    others: [{ id: foundation.payerId, share: 5_000, amountMinor: null }],
  })
}
