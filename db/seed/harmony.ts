import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { guardians, portalAccess, students, teachers } from "db/schema/people"
import { and, desc, eq } from "drizzle-orm"
import { addEntry } from "~/models/accounts/school-list/school-list.server"
import { usualOpenTimes } from "~/models/attendance/open-time/open-time"
import { changeOpenTimeRule, changeOpenTimesOf } from "~/models/attendance/open-time/open-time-rules.server"
import { planImport } from "~/models/exchange/roster-import/plan-import.server"
import { findImport, setMapping } from "~/models/exchange/roster-import/roster-import.server"
import { runImport } from "~/models/exchange/roster-import/run-import.server"
import { uploadRoster } from "~/models/exchange/roster-import/upload-roster.server"
import type { Actor } from "~/models/foundation/access/actor"
import { presetRights } from "~/models/foundation/access/rights"
import { addTerm } from "~/models/foundation/term/term.server"
import { sellVoucher } from "~/models/money/voucher/sell-voucher.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { newId } from "~/utils/ids.server"
import { instantOf } from "~/utils/zones"
import { seedAutoPay } from "./auto-pay"
import { seedBank } from "./bank"
import { rememberWhoCameWhen } from "./came-and-left"
import { seedConsents, seedProofs } from "./consents"
import { addEnsembles, addWaiting } from "./ensembles"
import { dateAt, live, mondayOf, zone } from "./harmony-months"
import { seedInquiries } from "./inquiries"
import { seedFamilyLearning, seedLearning } from "./learning"
import { sellMaterials } from "./materials"
import { addOwnFields } from "./own-fields"
import { sellTenLessons } from "./packages"
import { seedPaymentPlan, seedPlanAsk } from "./payment-plan"
import { addDemoMember, openDemoSchool, subscribe } from "./people"
import { planRecital } from "./recital"
import { addRooms, giveRooms } from "./rooms"
import { demoRoster } from "./roster-file"
import { addSummerCourse, leaveThingsOpen } from "./school-year"
import { inviteGuest, rememberFreedTime, shareAnEnsemble } from "./week-extras"

const day = 86_400_000

/** Harmony School of Music: imported its roster half a year ago, and has lived since. `present` is UTC ms. */
export function seedHarmony(present: number, passwordHash: string) {
  const todayDate = dateAt(present)
  const historyFrom = mondayOf(addDays(todayDate, -26 * 7))
  fixClock(instantOf(addDays(historyFrom, -4), "10:00", zone))
  const actor = openDemoSchool({
    kind: "school",
    schoolName: "Harmony School of Music",
    name: "Ruth Castellano",
    email: "admin@harmony.example",
    passwordHash,
    timeZone: zone,
  })
  subscribe(actor, { plan: "standard", status: "active", activatedAt: now(), paidUntil: now() + 365 * day })
  db()
    .update(schools)
    .set({
      payeeEmail: "payments@harmony.example",
      address: "14 Station Road\nSpringfield, NY 13333",
      phone: "+1 555 010 0142",
    })
    .where(eq(schools.id, actor.school.id))
    .run()
  const rooms = addRooms(actor)
  addClosure(actor, {
    name: "Summer break",
    startsOn: addDays(historyFrom, 9 * 7),
    endsOn: addDays(historyFrom, 11 * 7 - 3),
  })
  addClosure(actor, {
    name: "Staff training day",
    startsOn: addDays(mondayOf(todayDate), 3),
    endsOn: addDays(mondayOf(todayDate), 3),
  })

  for (const name of ["Piano", "Violin", "Guitar", "Drums", "Voice", "Cello", "Flute"])
    addEntry(actor, "instruments", name)
  for (const name of ["Beginner", "Elementary", "Intermediate", "Advanced"]) addEntry(actor, "levels", name)
  addYear(actor, todayDate)
  importRoster(actor, todayDate, historyFrom)
  rememberWhoCameWhen(actor, todayDate, historyFrom)
  giveRooms(actor, rooms)
  fixClock(instantOf(addDays(historyFrom, 12 * 7), "10:00", zone))
  addEnsembles(actor, addDays(historyFrom, 12 * 7), rooms)
  const endSummerCourse = addSummerCourse(actor, addDays(historyFrom, 12 * 7), rooms["Studio 3"])
  const { marcus, jonas } = addPeople(actor, passwordHash)

  live(actor, present, historyFrom)
  seedLearning(actor, present, ["Piano", "Guitar", "Violin", "Drums", "Voice"])
  seedFamilyLearning(actor, jonas, marcus, present)
  fixClock(present)
  endSummerCourse()
  leaveThingsOpen(actor)
  sellOnePackage(actor, todayDate)
  addWaiting(actor)
  inviteGuest(actor, todayDate)
  shareAnEnsemble(actor, todayDate)
  rememberFreedTime(actor)
  openTimes(actor)
  seedBank(actor, addDays(todayDate, -1))
  seedAutoPay(actor)
  seedPaymentPlan(actor)
  seedPlanAsk(jonas)
  addOwnFields(actor)
  seedConsents(actor)
  seedProofs(actor)
  seedInquiries(actor)
  planRecital(actor, { jonas, marcus }, todayDate, rooms.Hall)
}

/** Families book open times; one teacher keeps theirs. */
function openTimes(actor: Actor) {
  changeOpenTimeRule(actor, { ...usualOpenTimes, isOn: true })
  const [teacher] = listTeachers(actor)
  if (teacher) changeOpenTimesOf(actor, teacher.id, { ...usualOpenTimes, isOn: false })
}

/** A family bought lessons ahead. */
function sellOnePackage(actor: Actor, todayDate: string) {
  const student = db()
    .select({ studentId: students.id, familyId: students.familyId })
    .from(students)
    .where(and(eq(students.schoolId, actor.school.id), eq(students.status, "active")))
    .orderBy(desc(students.lastName), desc(students.firstName))
    .get()
  sellTenLessons(actor, student, addDays(todayDate, -3), 36_000)
  sellMaterials(actor, student, addDays(todayDate, -3))
  const voucher = {
    amount: 10_000,
    method: "transfer" as const,
    soldOn: addDays(todayDate, -3),
    buyerName: "Ruth Alvarez",
    buyerEmail: "ruth.alvarez@example.com",
    recipientName: "Nico",
    recipientEmail: "nico.alvarez@example.com",
    message: "Happy birthday! Enjoy your first lessons.",
    expiresOn: addDays(todayDate, 730),
    formKey: newId(),
  }
  sellVoucher(actor, voucher)
}

/** The terms of the school year the present day is in. */
function addYear(actor: Actor, todayDate: string) {
  const year = Number(todayDate.slice(0, 4)) - (todayDate.slice(5) < "08-01" ? 1 : 0)
  addTerm(actor, { name: "Fall term", startsOn: `${year}-08-24`, endsOn: `${year}-12-20` })
  addTerm(actor, { name: "Spring term", startsOn: `${year + 1}-01-05`, endsOn: `${year + 1}-06-19` })
}

function importRoster(actor: Actor, todayDate: string, historyFrom: string) {
  const uploaded = uploadRoster(actor, { name: "roster.csv", bytes: demoRoster(todayDate, historyFrom) })
  if (!uploaded.ok) throw new Error(uploaded.message)
  const roster = findImport(actor, uploaded.importId)
  if (!roster) throw new Error("The roster is gone.")
  setMapping(actor, uploaded.importId, roster.mapping, { ...roster.options, lessonsFrom: historyFrom })
  const planned = planImport(actor, uploaded.importId)
  const imported = runImport(actor, uploaded.importId, planned?.fingerprint ?? "")
  if (!imported.ok) throw new Error(`The roster was not imported: ${imported.reason}`)
}

/** The accounts of the demo. */
function addPeople(actor: Actor, passwordHash: string) {
  const schoolId = actor.school.id
  const marcus = addDemoMember(actor, {
    name: "Marcus Whitfield",
    email: "teacher@harmony.example",
    role: "teacher",
    passwordHash,
  })
  db()
    .update(teachers)
    .set({ memberId: marcus.memberId, email: "teacher@harmony.example" })
    .where(and(eq(teachers.schoolId, schoolId), eq(teachers.name, "Marcus Whitfield")))
    .run()

  addDemoMember(actor, {
    name: "Iris Fontaine",
    email: "books@harmony.example",
    role: "office",
    rights: presetRights.bookkeeping,
    passwordHash,
  })

  const jonas = addDemoMember(actor, {
    name: "Jonas Haddad",
    email: "guardian@harmony.example",
    role: "student",
    passwordHash,
  })
  const guardian = db()
    .update(guardians)
    .set({ memberId: jonas.memberId })
    .where(and(eq(guardians.schoolId, schoolId), eq(guardians.email, "guardian@harmony.example")))
    .returning()
    .get()
  const milo = addDemoMember(actor, { name: "Milo Haddad", username: "milo", role: "student", passwordHash })
  const children = db()
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.familyId, guardian.familyId)))
    .all()
  const allow = (memberId: string, studentId: string, as: "guardian" | "child") =>
    db()
      .insert(portalAccess)
      .values({ schoolId, id: newId(), createdAt: now(), memberId, studentId, as })
      .run()
  for (const child of children) {
    allow(jonas.memberId, child.id, "guardian")
    if (child.firstName !== "Milo") continue
    allow(milo.memberId, child.id, "child")
    db()
      .update(students)
      .set({ memberId: milo.memberId })
      .where(and(eq(students.schoolId, schoolId), eq(students.id, child.id)))
      .run()
  }
  return { marcus, jonas }
}
