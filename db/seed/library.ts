import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members, students, teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, isNull } from "drizzle-orm"
import { storeFile } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { listSharedWith, recordOpening } from "~/models/learning/resource/list-resources.server"
import type { ShareTarget } from "~/models/learning/resource/resource"
import { addResource, shareResource } from "~/models/learning/resource/resource.server"
import { approvePay, lockPay } from "~/models/money/pay/approve-pay.server"
import { confirmWork, enterWork, listWaitingWork } from "~/models/money/pay/entered-work.server"
import { addExtraWork } from "~/models/money/pay/extra-work.server"
import { agreePayRate } from "~/models/money/pay/pay-rates.server"
import { findPay } from "~/models/money/pay/payslips.server"
import { addWorkKind, listWorkKinds } from "~/models/money/pay/work-kinds.server"
import { reportAbsence } from "~/models/overview/family-area/family-notice.server"
import { listPortalSessions } from "~/models/overview/family-area/portal-sessions.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findOwnTeacher, introduceTeacher } from "~/models/people/teacher/own-teacher.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { answerTimeOff, recordTimeOff, requestTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { today } from "~/utils/zones"
import { scaleInC, staffPaper } from "./library-files"

const day = 86_400_000

/** What teachers and families have besides lessons: a library, hours, time off, a reported absence. */
export async function seedTeachersAndFamilies(present: number) {
  const marcus = memberNamed("teacher@harmony.example")
  const nadia = memberNamed("solo@brightkeys.example")
  fixClock(present - 30 * day)
  introduce(
    marcus,
    "Guitar, Ukulele",
    "Studied classical guitar in Leeds and played in theater pits for ten years. Bring the songs you love, and we’ll find the scales in them.\nMessages work best; I reply after six.",
  )
  introduce(
    nadia,
    "Piano, Keyboard",
    "Teaches from a sunny front room with two pianos. First lessons are free.",
  )
  addTimes(marcus, present)
  await addLibrary(marcus, "Guitar")
  await addLibrary(nadia, "Piano")
  fixClock(present - 2 * day)
  await readLibrary(memberNamed("guardian@harmony.example"), marcus, present)
  fixClock(present)
  payTeacher(marcus, present)
}

/** A demo person as a member of the one school they belong to. */
export function memberNamed(email: string): Actor {
  const found = db()
    .select({ member: members, user: users, school: schools })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(schools, eq(schools.id, members.schoolId))
    .where(eq(users.email, email))
    .orderBy(asc(members.createdAt))
    .get()
  if (!found) throw new Error(`No one in the demo has the email ${email}.`)
  const { member, user, school } = found
  return memberActor(school, { memberId: member.id, userId: user.id, name: user.name, role: member.role })
}

function ownTeacher(actor: Actor) {
  const own = findOwnTeacher(actor)
  if (!own) throw new Error(`${actor.name} does not teach.`)
  return own
}

const introduce = (actor: Actor, instruments: string, about: string) =>
  introduceTeacher(actor, ownTeacher(actor), { instruments, about })

/** Hours from Monday to Thursday, a pay rate, approved time off and a request for more. */
function addTimes(marcus: Actor, present: number) {
  const { id } = ownTeacher(marcus)
  for (const weekday of [1, 2, 3, 4]) addHours(marcus, id, { weekday, fromTime: "14:00", toTime: "20:00" })
  const office = memberNamed("admin@harmony.example")
  agreePayRate(office, id, { kind: "per_hour", amountMinor: 3400, fromDate: "2020-01-01" })
  agreePayRate(office, id, {
    kind: "per_hour",
    amountMinor: 4200,
    fromDate: "2020-01-01",
    studentsFrom: 6,
  })
  const now = today(marcus.school.timeZone, present)
  const requested = requestTimeOff(marcus, id, {
    startsOn: addDays(now, -16),
    endsOn: addDays(now, -15),
    reason: "Examiner in Albany",
  })
  if (requested.ok)
    answerTimeOff(office, id, {
      timeOffId: requested.timeOffId,
      decision: "approved",
      answer: "Helena will teach the two lessons.",
    })
  fixClock(present - 2 * day)
  requestTimeOff(marcus, id, {
    startsOn: addDays(now, 20),
    endsOn: addDays(now, 22),
    reason: "Recording with the trio",
  })
  // One who is away soon, with lessons the office has yet to arrange.
  const away = listTeachers(office).find(({ name }) => name === "Beatriz Alvarez")
  if (away)
    recordTimeOff(office, away.id, {
      startsOn: addDays(now, 12),
      endsOn: addDays(now, 14),
      reason: "Surgery on her hand",
    })
}

/** A recital beside his lessons, and the pay of last month, locked. */
function payTeacher(marcus: Actor, present: number) {
  const office = memberNamed("admin@harmony.example")
  const own = ownTeacher(marcus)
  const { id } = own
  const thisMonth = `${monthOf(today(marcus.school.timeZone, present))}-01`
  const { first, last } = monthBounds(monthOf(addDays(thisMonth, -1)))
  const recital = { description: "Student recital", minutes: 150, hourlyMinor: 2000, amountMinor: 5000 }
  addExtraWork(office, id, { ...recital, workedOn: addDays(last, -3), formKey: newId() })
  addExtraWork(office, id, { ...recital, workedOn: thisMonth, formKey: newId() })
  addWorkKind(office, { name: "Theory class", paid: "hour", amount: 3000 })
  addWorkKind(office, { name: "Recital", paid: "time", amount: 5000 })
  const [, theory] = listWorkKinds(office)
  for (const [daysAgo, hours] of [
    [9, 90],
    [3, 60],
  ] as const)
    enterWork(marcus, own, {
      kind: theory?.id,
      workedOn: addDays(today(marcus.school.timeZone, present), -daysAgo),
      hours,
      description: undefined,
      note: daysAgo === 3 ? "For the four students with exams in May" : null,
      formKey: newId(),
    })
  const [earliest] = listWaitingWork(office)
  if (earliest) confirmWork(office, earliest.id)
  const period = { from: first, to: last }
  const { totalMinor } = findPay(office, id, period)
  approvePay(office, period, { teacherIds: [id], reviewedMinor: totalMinor })
  lockPay(office, period, id)
}

async function addLibrary(teacher: Actor, instrument: string) {
  const { id } = ownTeacher(teacher)
  const [first] = db()
    .select({ id: classes.id })
    .from(classes)
    .where(and(eq(classes.schoolId, teacher.school.id), eq(classes.teacherId, id), isNull(classes.endedOn)))
    .orderBy(asc(classes.name))
    .all()
  const everybody: ShareTarget = { kind: "instrument", key: instrument }
  const paper = await storeFile(teacher, { name: "Staff paper.png", bytes: await staffPaper() })
  if (paper.ok) put(teacher, id, "Staff paper to print", ["paper"], { kind: "file", ...paper }, [everybody])
  const scale = await storeFile(teacher, {
    name: "C major, one octave.musicxml",
    bytes: new TextEncoder().encode(scaleInC),
  })
  if (scale.ok)
    put(teacher, id, "C major, one octave", ["scales", "grade 1"], { kind: "file", ...scale }, [
      everybody,
      ...(first ? [{ kind: "class" as const, key: first.id }] : []),
    ])
  put(
    teacher,
    id,
    "Ear training: intervals",
    ["ear", "grade 1"],
    { kind: "link", url: "https://www.musictheory.net/exercises/ear-interval" },
    [everybody],
  )
  put(
    teacher,
    id,
    "Free sheet music",
    ["repertoire"],
    { kind: "link", url: "https://imslp.org/wiki/Main_Page" },
    [],
  )
}

function put(
  teacher: Actor,
  teacherId: string,
  title: string,
  tags: string[],
  source: Parameters<typeof addResource>[2],
  targets: ShareTarget[],
) {
  const resourceId = addResource(teacher, { title, description: texts[title] ?? null, tags }, source)
  for (const target of targets) shareResource(teacher, teacherId, resourceId, target)
}

const texts: Record<string, string> = {
  "Staff paper to print": "Five lines for your own tunes. Bring it to your lesson.",
  "C major, one octave": "Slowly and evenly, up and down. Opens in MuseScore and most score apps.",
  "Ear training: intervals": "Ten questions a day. Stop when it stops being fun.",
}

/** The family opens a shared resource and reports an absence. */
async function readLibrary(guardian: Actor, marcus: Actor, present: number) {
  const { students: family } = findPortal(guardian)
  const office = memberNamed("admin@harmony.example")
  const tuner = addResource(
    marcus,
    { title: "How to practice for ten minutes", description: "Read it together once.", tags: ["practice"] },
    { kind: "link", url: "https://www.musictheory.net/lessons" },
  )
  for (const { id: studentId } of family) {
    const teacherId = teacherOf(guardian, studentId)
    if (teacherId) shareResource(office, teacherId, tuner, { kind: "student", key: studentId })
    const [newest] = listSharedWith(guardian, studentId)
    if (newest) recordOpening(guardian, studentId, newest.id)
  }
  const now = today(guardian.school.timeZone, present)
  const [, later] = listPortalSessions(guardian, family, addDays(now, 3), addDays(now, 20)).filter(
    ({ state }) => state === "planned",
  )
  const child = family.find(({ id }) => id === later?.studentId)
  if (later && child) reportAbsence(guardian, child, later.id, "School trip")
}

const teacherOf = (actor: Actor, studentId: string) =>
  db()
    .select({ id: teachers.id })
    .from(students)
    .innerJoin(
      enrollments,
      and(eq(enrollments.schoolId, students.schoolId), eq(enrollments.studentId, students.id)),
    )
    .innerJoin(classes, and(eq(classes.schoolId, enrollments.schoolId), eq(classes.id, enrollments.classId)))
    .innerJoin(teachers, and(eq(teachers.schoolId, classes.schoolId), eq(teachers.id, classes.teacherId)))
    .where(
      and(eq(students.schoolId, actor.school.id), eq(students.id, studentId), isNull(enrollments.endsOn)),
    )
    .get()?.id
