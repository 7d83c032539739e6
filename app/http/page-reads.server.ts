import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { termEnd, termStart } from "~/models/foundation/term/term.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { listClassMoney } from "~/models/overview/record/class-record.server"
import { listTermLessons } from "~/models/overview/record/student-record.server"
import { findFamily, listGuardians } from "~/models/people/family/family.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"
import { findStudent } from "~/models/people/student/student.server"
import { findTeacherEver } from "~/models/people/teacher/teacher.server"
import { listClassSessions } from "~/models/teaching/class/class-sessions.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { listRoster } from "~/models/teaching/class/roster.server"
import { listClassesOfStudent, listEnrollments } from "~/models/teaching/class/student-classes.server"
import { listCredits } from "~/models/teaching/credit/credit.server"
import type { Price } from "~/models/teaching/price/price"
import { listComingSessions } from "~/models/teaching/session/coming-sessions.server"
import { findPlannedStatus } from "~/models/teaching/student-status/future-status.server"
import { todayOf } from "~/utils/clock.server"

// The loaders of one page run in parallel: the frame and its tab read the same record. They share one actor
// (guards.server.ts), and through it the record is read once. For loaders only: a command must read the current state.

function oncePerPage<Args extends string[], Found>(read: (actor: Actor, ...args: Args) => Found) {
  const pages = new WeakMap<Actor, Map<string, Found>>()
  return (actor: Actor, ...args: Args): Found => {
    const known = pages.get(actor) ?? new Map<string, Found>()
    const key = args.join(" ")
    const found = known.get(key) ?? read(actor, ...args)
    pages.set(actor, known.set(key, found))
    return found
  }
}

type Priced = { price: Price | null; isOwnPrice: boolean }

const priceless = <Row extends Priced>(actor: Actor, rows: Row[]): Row[] =>
  seesFamilyMoney(actor) ? rows : rows.map((row) => ({ ...row, price: null, isOwnPrice: false }))

export const studentOfPage = oncePerPage(findStudent)
/** Members who don’t see prices get a class, its students and a student’s classes without them. */
export const classOfPage = oncePerPage((actor: Actor, classId: string) => {
  const found = findClass(actor, classId)
  return found && !seesFamilyMoney(actor) ? { ...found, price: null, comingPrices: [] } : found
})
export const plannedOfPage = oncePerPage(findPlannedStatus)
export const teacherOfPage = oncePerPage(findTeacherEver)
export const guardiansOfPage = oncePerPage((actor: Actor, familyId: string) =>
  listGuardians(actor, [familyId]),
)
export const familyOfPage = oncePerPage((actor: Actor, familyId: string) =>
  findFamily(actor, familyId, () => guardiansOfPage(actor, familyId)),
)
export const balanceOfPage = oncePerPage(familyBalance)
export const enrollmentsOfPage = oncePerPage(listEnrollments)
export const classesOfPage = oncePerPage((actor: Actor, studentId: string) =>
  priceless(actor, listClassesOfStudent(actor, studentId, enrollmentsOfPage(actor, studentId))),
)
/** The day since which “this term” counts today. */
export const termStartOfPage = oncePerPage((actor: Actor) => termStart(actor, todayOf(actor)))
/** The last day of this term. */
export const termEndOfPage = oncePerPage((actor: Actor) => termEnd(actor, todayOf(actor)))
export const termLessonsOfPage = oncePerPage((actor: Actor, studentId: string) =>
  listTermLessons(actor, studentId, termStartOfPage(actor)),
)
export const creditsOfPage = oncePerPage((actor: Actor, studentId: string) =>
  listCredits(actor, { studentId, state: "open" }),
)
/** The next lesson of each student of a family. */
export const nextOfFamilyPage = oncePerPage((actor: Actor, familyId: string) =>
  findNextSessions(actor, {
    resource: "student",
    ids: familyOfPage(actor, familyId)?.students.map(({ id }) => id) ?? [],
  }),
)
/** As many of a student's next lessons as a page shows. */
const comingAtMost = 12
export const comingOfPage = oncePerPage((actor: Actor, studentId: string) =>
  listComingSessions(actor, studentId, comingAtMost),
)
/** As many as a student's weekly lessons are made ahead. */
const aheadAtMost = 500
export const allComingOfPage = oncePerPage((actor: Actor, studentId: string) =>
  listComingSessions(actor, studentId, aheadAtMost),
)
/** The next lesson that a student comes to. */
export function nextOfPage(actor: Actor, studentId: string) {
  const coming = comingOfPage(actor, studentId)
  const next = coming.find(({ isNotComing }) => !isNotComing)
  if (next || coming.length < comingAtMost) return next
  return allComingOfPage(actor, studentId).find(({ isNotComing }) => !isNotComing)
}
export const rosterOfPage = oncePerPage((actor: Actor, classId: string) => {
  const { present, gone } = listRoster(actor, classId)
  return { present: priceless(actor, present), gone: priceless(actor, gone) }
})
export const nextOfClassPage = oncePerPage((actor: Actor, classId: string) =>
  listClassSessions(actor, classId, 10),
)
/** What each student was charged for the class this term. */
export const classMoneyOfPage = oncePerPage((actor: Actor, classId: string) =>
  listClassMoney(actor, classId, termStartOfPage(actor)),
)
