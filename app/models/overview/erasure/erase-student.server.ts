import { makeUpCredits } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { studentStatusChanges, students } from "db/schema/people"
import { bookings } from "db/schema/teaching-sessions"
import { and, eq, gt, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, remove } from "~/models/foundation/access/door.server"
import { eraseDeclared } from "~/models/foundation/access/erase-declared.server"
import { forgetPlan } from "~/models/people/student/set-status.server"
import { forgetReplacedPrices } from "~/models/teaching/price/replaced-price.server"
import { now, todayOf } from "~/utils/clock.server"
import { erasedNames } from "./erasure"
import { forgetLogin } from "./forget-member.server"
import { forgetInTasks } from "./forget-tasks.server"
import {
  forgetCorrections,
  forgetCredits,
  forgetInClasses,
  forgetInConversations,
  forgetPayer,
} from "./forget-words.server"
import type { Renamed } from "./without-facts"

// Erasing a student's record: rows that money, pay and attendance are made of stay without a name.

/** Erases the record of a student, its login with it; in the caller’s transaction. Answers the classes that lost their name. */
export function eraseStudent(actor: Actor, studentId: string): Renamed[] {
  const student = find(actor, students, studentId)
  if (!student) return []
  const { memberId, familyId } = student
  forgetInConversations(actor, student)
  const renamed = forgetInClasses(actor, student)
  forgetCredits(actor, studentId)
  forgetCorrections(actor, studentId)
  forgetPayer(actor, "student", student)
  forgetReplacedPrices(actor, studentId)
  const hasEnded =
    memberId !== null && forgetLogin(actor, { noun: "student", id: studentId, memberId, familyId })
  forgetInTasks(actor, "student", studentId, hasEnded ? memberId : null)
  eraseDeclared(actor, "student", { id: studentId, name: erasedNames.student })
  forgetInLessons(actor, studentId)
  endStatus(actor, student)
  const named = `${student.firstName}, `
  change(actor, charges, eq(charges.studentId, studentId), {
    description: sql`replace(${charges.description}, ${named}, ${`${erasedNames.student}, `})`,
  })
  change(actor, students, studentId, {
    firstName: "Erased",
    lastName: "student",
    status: "former",
    erasedAt: now(),
    code: null,
    birthDate: null,
    email: null,
    phone: null,
    instrument: null,
    level: null,
    medicalNotes: null,
    notes: null,
    memberId: null,
  })
  return renamed
}

/** Lessons to come and credits end. */
function forgetInLessons(actor: Actor, studentId: string) {
  forgetPlan(actor, studentId)
  remove(
    actor,
    bookings,
    and(eq(bookings.resource, "student"), eq(bookings.resourceId, studentId), gt(bookings.endsAt, now())),
  )
  change(
    actor,
    makeUpCredits,
    and(
      eq(makeUpCredits.studentId, studentId),
      isNull(makeUpCredits.usedAt),
      isNull(makeUpCredits.revokedAt),
    ),
    { revokedAt: now(), revokedReason: "The student was erased." },
  )
}

function endStatus(actor: Actor, { id, status }: Pick<typeof students.$inferSelect, "id" | "status">) {
  if (status === "former") return
  const fromDate = todayOf(actor)
  add(actor, studentStatusChanges, { studentId: id, status: "former", fromDate })
}
