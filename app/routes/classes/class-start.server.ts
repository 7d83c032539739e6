import { notFound } from "~/http/responses.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { previewMonths } from "~/models/money/charge/preview-months.server"
import { copyOfClass } from "~/models/teaching/class/find-class.server"
import type { startClass } from "~/models/teaching/class/start-class.server"
import { firstLesson, lessonTogether } from "~/models/teaching/first-lesson/first-lesson.server"

const mostTogether = 12

/** What a new class begins with: a copy of another, a student's lesson with its free times, or a time found for students. */
export function startOf(actor: Actor, request: Request) {
  const { searchParams } = new URL(request.url)
  const fromId = searchParams.get("from")
  const copied = fromId ? copyOfClass(actor, fromId) : undefined
  const studentIds = [...new Set(searchParams.getAll("student"))].slice(0, mostTogether)
  const studentId = studentIds[0]
  const isFound = studentIds.length > 1 || (studentId !== undefined && searchParams.has("minutes"))
  const text = (name: string) => searchParams.get(name) ?? ""
  const together = isFound
    ? lessonTogether(actor, studentIds, {
        date: text("date"),
        startTime: text("time"),
        minutes: text("minutes"),
        teacherId: text("teacher"),
        roomId: text("room"),
      })
    : undefined
  const begun =
    studentId && !isFound
      ? firstLesson(actor, studentId, { date: text("date"), startTime: text("time") })
      : undefined
  if ((fromId && !copied) || (studentId && !begun && !together)) throw notFound()
  return { copied, begun, together }
}

type Start = ReturnType<typeof startOf>

/** The same for the form: members who don’t see prices don’t get this one. */
export function withoutPrice(actor: Actor, start: Start): Start {
  if (seesFamilyMoney(actor)) return start
  const { copied, begun, together } = start
  return {
    together: together && { ...together, facts: { ...together.facts, amount: "" } },
    copied: copied && { ...copied, facts: { ...copied.facts, amount: "" } },
    begun: begun && { ...begun, facts: { ...begun.facts, amount: "" } },
  }
}

/** A member who doesn’t see prices sets none: the class gets the price it begins with, or none. */
export function keepPrice(form: FormData, { copied, begun, together }: Start) {
  const facts = begun?.facts ?? together?.facts ?? copied?.facts
  form.set("billing", facts?.billing ?? "per_session")
  form.set("amount", facts?.amount ?? "")
}

/** What starting a class would bring, without doing it: for those who see prices also what it costs in the coming months. */
export function previewStart(
  actor: Actor,
  studentIds: readonly string[],
  start: () => ReturnType<typeof startClass>,
) {
  const seesPrices = seesFamilyMoney(actor)
  return rehearse(() => {
    const started = start()
    if (!started.ok) return started
    if (seesPrices)
      return { ...started, months: previewMonths(actor, started.classId, studentIds, { withMissed: true }) }
    const students = started.effect.students.map((each) => ({ ...each, price: null, amountMinor: null }))
    return { ...started, effect: { ...started.effect, students, price: null }, months: [] }
  })
}
