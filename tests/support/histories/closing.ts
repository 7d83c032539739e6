import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { closedThrough, closeMonth, lastMonth, reopenMonth } from "~/models/money/closing/closing.server"
import { findMonthSheet } from "~/models/money/month-sheet/month-sheet.server"
import { monthOf } from "~/utils/dates"
import type { Answer, Step } from "./step"

// Months that are closed, and what their sheets said then.

export const closingVerbs = ["close-month", "reopen-month"] as const

/** The sheets of the months that are closed, as they were when these were. */
export type Closed = Map<string, ReturnType<typeof findMonthSheet>>

/** One act with the school's months; undefined for any other. */
export function closeInHistory(actor: Actor, { verb }: Step, closed: Closed): Answer {
  switch (verb) {
    case "close-month": {
      const month = lastMonth(actor)
      const done = closeMonth(actor, month)
      if (done.ok) closed.set(month, findMonthSheet(actor, month))
      return done
    }
    case "reopen-month": {
      const day = closedThrough(actor)
      if (day === null) return { ok: false }
      closed.delete(monthOf(day))
      return reopenMonth(actor, { month: monthOf(day), reason: "A receipt was missing" })
    }
    default:
      return undefined
  }
}

/** A closed month says what it said when it was closed. */
export function checkClosed(actor: Actor, closed: Closed) {
  for (const [month, sheet] of closed) expect(findMonthSheet(actor, month)).toEqual(sheet)
}
