import { db } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { studentStatusChanges, students } from "db/schema/people"
import { bookings } from "db/schema/teaching-sessions"
import { and, eq, gt, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseDeclared } from "~/models/foundation/access/erase-declared.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { forgetPlan } from "~/models/people/student/set-status.server"
import { forgetReplacedPrices } from "~/models/teaching/price/replaced-price.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/zones"
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
  const student = db()
    .select()
    .from(students)
    .where(own(actor, students, studentId))
    .get()
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
  db()
    .update(charges)
    .set({ description: sql`replace(${charges.description}, ${named}, ${`${erasedNames.student}, `})` })
    .where(and(own(actor, charges), eq(charges.studentId, studentId)))
    .run()
  db()
    .update(students)
    .set({
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
    .where(own(actor, students, studentId))
    .run()
  return renamed
}

/** Lessons to come and credits end. */
function forgetInLessons(actor: Actor, studentId: string) {
  forgetPlan(actor, studentId)
  db()
    .delete(bookings)
    .where(
      and(
        own(actor, bookings),
        eq(bookings.resource, "student"),
        eq(bookings.resourceId, studentId),
        gt(bookings.endsAt, now()),
      ),
    )
    .run()
  db()
    .update(makeUpCredits)
    .set({ revokedAt: now(), revokedReason: "The student was erased." })
    .where(
      and(
        own(actor, makeUpCredits),
        eq(makeUpCredits.studentId, studentId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
      ),
    )
    .run()
}

function endStatus(actor: Actor, { id, status }: Pick<typeof students.$inferSelect, "id" | "status">) {
  if (status === "former") return
  const fromDate = today(actor.school.timeZone, now())
  db()
    .insert(studentStatusChanges)
    .values({ ...newRow(actor), studentId: id, status: "former", fromDate })
    .run()
}
