import { notFound } from "~/http/responses.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { copyOfClass } from "~/models/teaching/class/copy-class.server"
import { firstLesson } from "~/models/teaching/first-lesson/first-lesson.server"

/** What a new class begins with: a copy of another, or a student's lesson with its free times. */
export function startOf(actor: Actor, request: Request) {
  const { searchParams } = new URL(request.url)
  const fromId = searchParams.get("from")
  const copied = fromId ? copyOfClass(actor, fromId) : undefined
  const studentId = searchParams.get("student")
  const begun = studentId
    ? firstLesson(actor, studentId, {
        date: searchParams.get("date") ?? "",
        startTime: searchParams.get("time") ?? "",
      })
    : undefined
  if ((fromId && !copied) || (studentId && !begun)) throw notFound()
  return { copied, begun }
}

type Start = ReturnType<typeof startOf>

/** The same for the form: members who don’t see prices don’t get this one. */
export function withoutPrice(actor: Actor, start: Start): Start {
  if (seesFamilyMoney(actor)) return start
  const { copied, begun } = start
  return {
    copied: copied && { ...copied, facts: { ...copied.facts, amount: "" } },
    begun: begun && { ...begun, facts: { ...begun.facts, amount: "" } },
  }
}

/** A member who doesn’t see prices sets none: the class gets the price it begins with, or none. */
export function keepPrice(form: FormData, { copied, begun }: Start) {
  const facts = begun?.facts ?? copied?.facts
  form.set("billing", facts?.billing ?? "per_session")
  form.set("amount", facts?.amount ?? "")
}
