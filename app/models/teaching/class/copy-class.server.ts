import type { Actor } from "~/models/foundation/access/actor"
import { plainAmount } from "~/utils/money"
import { installmentOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { everyWeeksOf, weekdaysOf } from "../session/pattern"
import { findClass, listRulesOf } from "./find-class.server"
import { listRoster } from "./roster.server"

/** What a copy of a class begins with, as a form holds it; undefined when the class is not the school's. */
export function copyOfClass(actor: Actor, classId: string) {
  const found = findClass(actor, classId)
  if (!found) return undefined
  const rule = listRulesOf(actor, classId).at(-1)
  const last = (listClassPrices(actor, [classId]).get(classId) ?? []).at(-1)
  // An installment is the price of its own month only.
  const price = last && !installmentOf(last) ? last : undefined
  const { present, gone } = listRoster(actor, classId)
  const lastOnes = present.length > 0 ? present : gone.filter(({ endsOn }) => endsOn === found.endedOn)
  return {
    facts: {
      name: found.name,
      kind: found.kind,
      instrument: found.instrument ?? "",
      teacherId: found.teacherId ?? "",
      roomId: found.roomId ?? "",
      capacity: String(found.capacity),
      billing: price?.billing ?? ("per_session" as const),
      amount: price ? plainAmount(price.amountMinor) : "",
      weekdays: rule ? weekdaysOf(rule.rrule).map(String) : [],
      everyWeeks: rule ? String(everyWeeksOf(rule.rrule)) : "1",
      startTime: rule?.startTime ?? "",
      minutes: String(rule?.minutes ?? 45),
    },
    students: lastOnes.map(({ studentId }) => studentId),
  }
}
