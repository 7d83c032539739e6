import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import type { RegisterView, TotalText } from "./register-view"

// What a whole register comes to. The server says it with the page, and the browser after every tap.

type Effect = { chargedMinor: number; creditUntil: string | null; paidPercent: number }

export type RegisterTotals = {
  charged: number
  amountMinor: number
  credits: number
  /** What the teacher is paid for: the session's minutes by the best-paid mark. */
  paidMinutes: number
}

/** Sums up a whole register. A teacher is paid once for a session, by its best-paid mark. */
export function totalsOf(effects: readonly Effect[], minutes: number): RegisterTotals {
  const charged = effects.filter(({ chargedMinor }) => chargedMinor > 0)
  const paidPercent = Math.max(0, ...effects.map((effect) => effect.paidPercent))
  return {
    charged: charged.length,
    amountMinor: charged.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0),
    credits: effects.filter(({ creditUntil }) => creditUntil !== null).length,
    paidMinutes: Math.round((minutes * paidPercent) / 100),
  }
}

/** "7 charged, $126.00" and "1 make-up credit. You’re paid for 60 minutes." Without a currency only "7 charged". */
export function totalText(
  { charged, amountMinor, credits, paidMinutes }: RegisterTotals,
  { currency, paidPerson }: { currency: string | null; paidPerson: string | null },
): TotalText {
  const sum = currency === null ? "" : `, ${formatMoney(amountMinor, currency)}`
  const lead = charged ? `${charged} charged${sum}` : "No one charged"
  const subject = paidPerson === "you" ? "You’re" : `${paidPerson} is`
  const pay = paidPerson
    ? paidMinutes
      ? `${subject} paid for ${countOf(paidMinutes, "minute")}.`
      : `${subject} not paid for this lesson.`
    : ""
  const credit = credits ? `${countOf(credits, "make-up credit")}.` : ""
  return { lead, rest: [credit, pay].filter(Boolean).join(" ") }
}

/**
 * The totals of a register with these marks, by the school's own table, as the server will count them.
 * @param chosen by student; without a mark of theirs the one recorded or suggested
 */
export function totalsShown(
  { rows, session, ...reader }: Pick<RegisterView, "rows" | "session" | "currency" | "paidPerson">,
  chosen: ReadonlyMap<string, MarkCode>,
): TotalText {
  const effects = rows.flatMap((row): Effect[] => {
    const code = chosen.get(row.studentId) ?? row.code
    const { recorded } = row
    if (recorded?.code === code)
      return [{ ...recorded, creditUntil: recorded.creditUntil ?? recorded.madeUpOn }]
    const effect = row.effects[code]
    return effect ? [effect] : []
  })
  return totalText(totalsOf(effects, session.minutes), reader)
}
