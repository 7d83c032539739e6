import { keepUnchanged } from "db/unchanged.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { earnedBy, type PayRate, rateFor } from "~/models/money/pay/pay"
import { readRates } from "~/models/money/pay/pay-reads.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { groupBy } from "~/utils/group-by"
import type { LessonPay } from "./absence"

type RatesByTeacher = ReadonlyMap<string, readonly PayRate[]>

const keepRates = keepUnchanged<RatesByTeacher>(100)

/** Everyone's pay rates, by teacher; read once until one changes. */
export const ratesByTeacher = (actor: Actor): RatesByTeacher =>
  keepRates([actor.school.id], () => groupBy(readRates(actor), ({ teacherId }) => teacherId))

/** What a teacher with these rates is paid for a lesson that takes place. */
export function payOf(rates: readonly PayRate[], lesson: SessionRow): LessonPay {
  const rate = rateFor(rates, {
    localDate: lesson.localDate,
    classKind: lesson.kind,
    minutes: lesson.minutes,
    students: lesson.students.length,
  })
  if (!rate) return { kind: "unset" }
  // What a share of the charges comes to is known once attendance is taken.
  if (rate.kind === "percent") return { kind: "share" }
  return {
    kind: "amount",
    minor: earnedBy(rate, { minutes: lesson.minutes, paidPercent: 100, chargedMinor: 0 }),
  }
}

/** Whether the viewer sees what teachers are paid. A teacher who is the whole school pays no one. */
export const seesPay = (actor: Actor): boolean => may(actor, "teacher:read") && actor.school.kind !== "solo"

/** What the teacher who is away would be paid for each lesson; null for those who don’t see it. */
export function readTeacherPay(actor: Actor, teacherId: string): (lesson: SessionRow) => LessonPay | null {
  if (!seesPay(actor)) return () => null
  const rates = ratesByTeacher(actor).get(teacherId) ?? []
  return (lesson) => payOf(rates, lesson)
}
