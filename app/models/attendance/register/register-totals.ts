import { spellStatus } from "~/models/accounts/custom-status/custom-status"
import { countOf, formatFigure } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import type { RegisterView, TotalText } from "./register-view"

// What a whole register comes to. The server says it with the page, and the browser after every tap.

type Effect = {
  chargedMinor: number
  creditUntil: string | null
  paidPercent: number
  packageUnits?: number
}

export type RegisterTotals = {
  charged: number
  amountMinor: number
  credits: number
  /** What packages give, in hundredths of a lesson. */
  packageUnits: number
  /** What the teacher is paid for: the session's minutes by the best-paid mark. */
  paidMinutes: number
}

/** What a seat took from packages; nothing is said of one that took nothing. */
export function unitsOf(uses: readonly { packageId: string | null; units: number }[]): {
  packageUnits?: number
} {
  const units = uses.reduce((sum, use) => sum + (use.packageId === null ? 0 : use.units), 0)
  return units > 0 ? { packageUnits: units } : {}
}

/** Sums up a whole register. A teacher is paid once for a session, by its best-paid mark. */
export function totalsOf(effects: readonly Effect[], minutes: number): RegisterTotals {
  const charged = effects.filter(({ chargedMinor }) => chargedMinor > 0)
  const paidPercent = Math.max(0, ...effects.map((effect) => effect.paidPercent))
  return {
    charged: charged.length,
    amountMinor: charged.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0),
    credits: effects.filter(({ creditUntil }) => creditUntil !== null).length,
    packageUnits: effects.reduce((sum, { packageUnits = 0 }) => sum + packageUnits, 0),
    paidMinutes: Math.round((minutes * paidPercent) / 100),
  }
}

/** What several registers come to. */
export const sumTotals = (all: readonly RegisterTotals[]): RegisterTotals =>
  all.reduce(
    (sum, each) => ({
      charged: sum.charged + each.charged,
      amountMinor: sum.amountMinor + each.amountMinor,
      credits: sum.credits + each.credits,
      packageUnits: sum.packageUnits + each.packageUnits,
      paidMinutes: sum.paidMinutes + each.paidMinutes,
    }),
    totalsOf([], 0),
  )

/** "7 charged, $126.00, 1 lesson from packages" and "1 make-up credit. You’re paid for 60 minutes." Without a currency only "7 charged". */
export function totalText(
  { charged, amountMinor, credits, packageUnits, paidMinutes }: RegisterTotals,
  { currency, paidPerson }: { currency: string | null; paidPerson: string | null },
): TotalText {
  const sum = currency === null ? "" : `, ${formatMoney(amountMinor, currency)}`
  const given =
    packageUnits > 0
      ? `${formatFigure(packageUnits / 100)} ${packageUnits === 100 ? "lesson" : "lessons"} from packages`
      : ""
  const lead =
    [charged ? `${charged} charged${sum}` : "", given].filter(Boolean).join(", ") || "No one charged"
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
 * @param chosen by student, as a field spells it; without a mark of theirs the one recorded or suggested
 */
export function totalsShown(
  { rows, session, ...reader }: Pick<RegisterView, "rows" | "session" | "currency" | "paidPerson">,
  chosen: ReadonlyMap<string, string>,
): TotalText {
  const effects = rows.flatMap((row): Effect[] => {
    const shown = spellStatus(row)
    const spelled = chosen.get(row.studentId) ?? shown
    const { recorded, effects: known } = row
    const hasOwnRule = known[spelled]?.ownName || known[shown]?.ownName
    const isKept = spelled === shown || (recorded?.code === spelled.split("@")[0] && !hasOwnRule)
    if (recorded && isKept) return [{ ...recorded, creditUntil: recorded.creditUntil ?? recorded.madeUpOn }]
    const effect = known[spelled] ?? known[spelled.split("@")[0] ?? ""]
    return effect ? [effect] : []
  })
  return totalText(totalsOf(effects, session.minutes), reader)
}
