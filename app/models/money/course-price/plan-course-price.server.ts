import { enrollments } from "db/schema/teaching"
import { and, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { CourseWish } from "~/models/teaching/price/course"
import type { CourseRefusal } from "~/texts/money/refusals"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { planClassPrice } from "../charge/plan-class-price.server"
import { previewMonths } from "../charge/preview-months.server"
import type { CoursePlan, WrongDate } from "./course-price"
import { setCoursePrice } from "./course-price.server"

/** Sets a course price and says what it does. Asked inside a rehearsal, nothing of it stays. */
export function planCoursePrice(
  actor: Actor,
  classId: string,
  wish: CourseWish,
): Result<{ plan: CoursePlan }, CourseRefusal> | WrongDate {
  const set = setCoursePrice(actor, classId, wish)
  if (!set.ok) return set
  const [first] = set.installments
  const fromDate = first?.fromDate ?? wish.firstOn
  const studentIds = select({ studentId: enrollments.studentId })
    .from(enrollments)
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, fromDate)),
      ),
    )
    .all()
    .map(({ studentId }) => studentId)
  const dueOfMonth = new Map(set.installments.map(({ fromDate: month, dueOn }) => [month.slice(0, 7), dueOn]))
  const months = previewMonths(actor, classId, studentIds).filter(({ month }) => dueOfMonth.has(month))
  const students = [...groupBy(months, ({ studentId }) => studentId).values()].map((own) => ({
    name: own[0]?.name ?? "",
    payments: new Set(own.map(({ month }) => dueOfMonth.get(month))).size,
    amountMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }))
  const { charged } = planClassPrice(actor, classId, {
    billing: "monthly",
    amountMinor: first?.amountMinor ?? 0,
    fromDate,
  })
  return { ok: true, plan: { installments: set.installments, students, replaced: set.replaced, charged } }
}
