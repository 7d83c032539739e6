import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { guardians, portalAccess, teachers } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/access/actor"
import { addClass } from "~/models/class/class.server"
import { enroll } from "~/models/class/enroll.server"
import { addSchedule } from "~/models/class/schedule.server"
import { addFamily } from "~/models/family/family.server"
import { extendSchedules, makeSessions, makingHorizon } from "~/models/session/make-sessions.server"
import { addStudent } from "~/models/student/student.server"
import { addTeacher, listTeachers } from "~/models/teacher/teacher.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays, instantOf, localDate, monthOf, weekDates } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { seedLearning } from "./learning"
import { billMonth, payInvoice } from "./lived-money"
import { takeRegisters } from "./lived-weeks"
import { addDemoMember, openDemoSchool, subscribe } from "./people"

type Pupil = {
  first: string
  last: string
  parent: string
  instrument: string
  weekday: number
  time: string
  price: number
}

const day = 86_400_000

/** Bright Keys Studio: one teacher who is also the office. */
export function seedBrightKeys(present: number, passwordHash: string) {
  const zone = "America/Chicago"
  const from = weeksAgo(present, zone, 10)
  fixClock(instantOf(addDays(from, -2), "09:00", zone))
  const actor = openDemoSchool({
    kind: "solo",
    schoolName: "Bright Keys Studio",
    name: "Nadia Brandt",
    email: "solo@brightkeys.example",
    passwordHash,
    timeZone: zone,
  })
  subscribe(actor, {
    plan: "soloTeacher",
    status: "active",
    activatedAt: now(),
    paidUntil: now() + 365 * day,
  })
  giveSchool(actor, "payments@brightkeys.example")
  const [teacher] = listTeachers(actor)
  addPupils(actor, teacher?.id ?? null, from, [
    {
      first: "Ellis",
      last: "Ward",
      parent: "Joan Ward",
      instrument: "Piano",
      weekday: 1,
      time: "15:30",
      price: 3800,
    },
    {
      first: "Rosa",
      last: "Ward",
      parent: "Joan Ward",
      instrument: "Piano",
      weekday: 1,
      time: "16:00",
      price: 3800,
    },
    {
      first: "Minh",
      last: "Tran",
      parent: "Linh Tran",
      instrument: "Piano",
      weekday: 2,
      time: "16:00",
      price: 4200,
    },
    {
      first: "Ada",
      last: "Okonjo",
      parent: "Ngozi Okonjo",
      instrument: "Piano",
      weekday: 3,
      time: "15:30",
      price: 4200,
    },
    {
      first: "Pablo",
      last: "Reyes",
      parent: "Carmen Reyes",
      instrument: "Keyboard",
      weekday: 3,
      time: "16:30",
      price: 3800,
    },
    {
      first: "Sigrid",
      last: "Dahl",
      parent: "Per Dahl",
      instrument: "Piano",
      weekday: 4,
      time: "17:00",
      price: 4200,
    },
  ])
  liveBriefly(actor, present, from)
  seedLearning(actor, present, ["Piano"])
}

/** Crescendo Academy: a second school on Professional, so that one school's rows can be asked for by another's people. */
export function seedCrescendo(present: number, passwordHash: string) {
  const zone = "Europe/Berlin"
  const from = weeksAgo(present, zone, 6)
  fixClock(instantOf(addDays(from, -2), "09:00", zone))
  const actor = openDemoSchool({
    kind: "school",
    schoolName: "Crescendo Academy",
    name: "Anselm Keller",
    email: "admin@crescendo.example",
    passwordHash,
    timeZone: zone,
  })
  subscribe(actor, {
    plan: "professional",
    status: "active",
    activatedAt: now(),
    paidUntil: now() + 365 * day,
  })
  giveSchool(actor, "payments@crescendo.example")
  const added = addTeacher(actor, {
    name: "Judith Lang",
    email: "teacher@crescendo.example",
    instruments: "Cello",
  })
  if (!added.ok) throw new Error("Crescendo has no room for its teacher.")
  const judith = addDemoMember(actor, {
    name: "Judith Lang",
    email: "teacher@crescendo.example",
    role: "teacher",
    passwordHash,
  })
  db()
    .update(teachers)
    .set({ memberId: judith.memberId })
    .where(and(eq(teachers.schoolId, actor.school.id), eq(teachers.id, added.teacherId)))
    .run()
  const [first] = addPupils(actor, added.teacherId, from, [
    {
      first: "Emma",
      last: "Vogel",
      parent: "Clara Vogel",
      instrument: "Cello",
      weekday: 2,
      time: "15:00",
      price: 3500,
    },
    {
      first: "Jonas",
      last: "Richter",
      parent: "Ute Richter",
      instrument: "Cello",
      weekday: 2,
      time: "15:45",
      price: 3500,
    },
    {
      first: "Mila",
      last: "Franke",
      parent: "Tobias Franke",
      instrument: "Cello",
      weekday: 4,
      time: "16:30",
      price: 3500,
    },
  ])
  if (first) giveGuardianSignIn(actor, first, passwordHash)
  liveBriefly(actor, present, from)
}

/** A school that never paid, and one whose time ran out. */
export function seedUnpaidSchools(present: number, passwordHash: string) {
  fixClock(present - 2 * day)
  openDemoSchool({
    kind: "school",
    schoolName: "New School of Strings",
    name: "Petra Olsson",
    email: "pending@newschool.example",
    passwordHash,
    timeZone: "America/New_York",
  })
  fixClock(present - 400 * day)
  const old = openDemoSchool({
    kind: "school",
    schoolName: "Old School of Brass",
    name: "Walter Finch",
    email: "expired@oldschool.example",
    passwordHash,
    timeZone: "America/New_York",
  })
  subscribe(old, { plan: "standard", status: "expired", activatedAt: now(), paidUntil: now() + 365 * day })
}

function giveSchool(actor: Actor, payeeEmail: string) {
  db().update(schools).set({ payeeEmail }).where(eq(schools.id, actor.school.id)).run()
}

/** Adds pupils with their weekly lessons; those of one parent share a family. Returns each one's family and student. */
function addPupils(actor: Actor, teacherId: string | null, startsOn: string, pupils: Pupil[]) {
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
      price: { billing: "per_session", amountMinor: pupil.price, fromDate: startsOn },
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

function giveGuardianSignIn(
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

function liveBriefly(actor: Actor, present: number, from: string) {
  const todayDate = localDate(present, actor.school.timeZone)
  fixClock(present)
  extendSchedules(actor, makingHorizon(actor))
  for (let month = monthOf(from); month < monthOf(todayDate); month = monthOf(addDays(`${month}-28`, 4))) {
    takeRegisters(actor, month === monthOf(from) ? from : `${month}-01`, `${month}-31`, { until: present })
    for (const invoice of billMonth(actor, month))
      payInvoice(actor, invoice, { until: addDays(todayDate, -12) })
  }
  takeRegisters(actor, `${monthOf(todayDate)}-01`, todayDate, { until: present })
  fixClock(present)
}

const weeksAgo = (present: number, zone: string, weeks: number) =>
  addDays(weekDates(localDate(present, zone), 1)[0] ?? "", -7 * weeks)
