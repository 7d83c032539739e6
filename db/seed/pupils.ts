import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { guardians, portalAccess } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addClass } from "~/models/teaching/class/class.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { addSchedule } from "~/models/teaching/class/schedule.server"
import type { BillingMode } from "~/models/teaching/price/price"
import { extendSchedules, makeSessions, makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf, weekDates } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { localDate } from "~/utils/zones"
import { billMonth, payInvoice } from "./lived-money"
import { takeRegisters } from "./lived-weeks"
import { addDemoMember } from "./people"

type Pupil = {
  first: string
  last: string
  parent: string
  instrument: string
  weekday: number
  time: string
  price: number
  billing?: BillingMode
}

export const day = 86_400_000

export function giveSchool(actor: Actor, payeeEmail: string) {
  db()
    .update(schools)
    .set({ payeeEmail, takesPartPayments: true, remindsOfInvoices: true, attendanceReminder: "evening" })
    .where(eq(schools.id, actor.school.id))
    .run()
}

/** Adds pupils with their weekly lessons; those of one parent share a family. Returns each one's family and student. */
export function addPupils(actor: Actor, teacherId: string | null, startsOn: string, pupils: Pupil[]) {
  const families = new Map<string, string>()
  return pupils.map((pupil) => {
    const email = `${pupil.parent.toLowerCase().replace(" ", ".")}@example.com`
    const familyId =
      families.get(pupil.parent) ??
      addFamily(actor, {
        name: `${pupil.last} family`,
        guardians: [{ name: pupil.parent, relation: "Parent", email, payerShare: 10_000 }],
      }).familyId
    families.set(pupil.parent, familyId)
    const student = addStudent(actor, {
      familyId,
      firstName: pupil.first,
      lastName: pupil.last,
      status: "active",
      instrument: pupil.instrument,
      fromDate: startsOn,
    })
    if (!student.ok) throw new Error(`No room for ${pupil.first}.`)
    const classId = addClass(actor, {
      name: `${pupil.first} ${pupil.last}, ${pupil.instrument.toLowerCase()}`,
      kind: "private",
      instrument: pupil.instrument,
      teacherId,
      capacity: 1,
      price: { billing: pupil.billing ?? "per_session", amountMinor: pupil.price, fromDate: startsOn },
    })
    enroll(actor, { classId, studentId: student.studentId, startsOn })
    const scheduleId = addSchedule(actor, classId, {
      weekdays: [pupil.weekday],
      startTime: pupil.time,
      minutes: 30,
      startsOn,
    })
    makeSessions(actor, scheduleId, makingHorizon(actor))
    return { familyId, studentId: student.studentId, parent: pupil.parent }
  })
}

export function giveGuardianSignIn(
  actor: Actor,
  pupil: { familyId: string; studentId: string; parent: string },
  passwordHash: string,
) {
  const member = addDemoMember(actor, {
    name: pupil.parent,
    email: "guardian@crescendo.example",
    role: "student",
    passwordHash,
  })
  const schoolId = actor.school.id
  db()
    .update(guardians)
    .set({ memberId: member.memberId })
    .where(and(eq(guardians.schoolId, schoolId), eq(guardians.familyId, pupil.familyId)))
    .run()
  db()
    .insert(portalAccess)
    .values({
      schoolId,
      id: newId(),
      createdAt: now(),
      memberId: member.memberId,
      studentId: pupil.studentId,
      as: "guardian",
    })
    .run()
}

export function liveBriefly(actor: Actor, present: number, from: string) {
  const todayDate = localDate(present, actor.school.timeZone)
  fixClock(present)
  extendSchedules(actor, makingHorizon(actor))
  for (let month = monthOf(from); month < monthOf(todayDate); month = monthOf(addDays(`${month}-28`, 4))) {
    const { first, last } = monthBounds(month)
    takeRegisters(actor, month === monthOf(from) ? from : first, last, { until: present })
    for (const invoice of billMonth(actor, month, present))
      payInvoice(actor, invoice, { until: addDays(todayDate, -12) })
  }
  takeRegisters(actor, `${monthOf(todayDate)}-01`, todayDate, { until: present })
  fixClock(present)
}

export const weeksAgo = (present: number, zone: string, weeks: number) =>
  addDays(weekDates(localDate(present, zone), 1)[0] ?? "", -7 * weeks)
