import { useFetcher } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { effectOf, totalsOf, totalText } from "~/models/attendance/register/register"
import type { RegisterView } from "~/models/attendance/register/register-view"

/** The effect as the server has worked it out, for the marks that were sent. */
export type CheckedEffect = {
  lead: string
  rest: string
  seats: { studentId: string; name: string; change: string | null }[]
}

type EffectBarProps = {
  register: RegisterView
  /** the mark chosen for each student just now */
  chosen: ReadonlyMap<string, MarkCode>
  /** how often a mark or its minutes were changed since the page came */
  touched: number
  /** a script is running and follows every tap */
  isLive: boolean
  checked?: CheckedEffect
  children: ReactNode
}

/** Shows what saving will do before anything is saved. */
export function EffectBar({ register, chosen, touched, isLive, checked, children }: EffectBarProps) {
  const corrections = useCorrections(register, isLive ? touched : 0)
  const totals = isLive || !checked ? effectTotals(register, chosen) : checked
  const changes = (corrections ?? checked)?.seats.filter(({ change }) => change) ?? []
  const isStill = !isLive && !checked
  return (
    <div className="save-bar">
      {changes.length ? (
        <ul className="effect-list">
          {changes.map(({ studentId, name, change }) => (
            <li key={studentId}>
              <b>{name}:</b> {change}
            </li>
          ))}
        </ul>
      ) : register.phase === "taken" && checked ? (
        <p>Attendance doesn’t change.</p>
      ) : null}
      <p aria-live="polite">
        <b>{totals.lead}</b> <span className="dim">{totals.rest}</span>
        {isStill && register.phase === "open" ? (
          <span className="dim"> Calculated before your changes.</span>
        ) : null}
      </p>
      <div className="save-buttons">{children}</div>
    </div>
  )
}

/** The totals by the school's own table, as the server will count them. */
function effectTotals(register: RegisterView, chosen: ReadonlyMap<string, MarkCode>) {
  const outcomes = new Map(register.outcomes.map((outcome) => [outcome.code, outcome]))
  type Counted = { chargedMinor: number; creditUntil: string | null; paidPercent: number }
  const effects = register.rows.flatMap((row): Counted[] => {
    const code = chosen.get(row.studentId) ?? row.code
    const { recorded } = row
    if (recorded?.code === code)
      return [{ ...recorded, creditUntil: recorded.creditUntil ?? recorded.madeUpOn }]
    const outcome = outcomes.get(code)
    return outcome ? [{ ...effectOf(row.terms, outcome), paidPercent: outcome.paidPercent }] : []
  })
  return totalText(totalsOf(effects, register.session.minutes), register)
}

/**
 * What a correction changes depends on invoices and used credits, so the server checks shortly after each change.
 * Undefined until the first answer.
 */
function useCorrections(register: RegisterView, touched: number): CheckedEffect | undefined {
  const fetcher = useFetcher<{ effect?: CheckedEffect }>({ key: `effect-${register.session.id}` })
  const submit = useRef(fetcher.submit)
  submit.current = fetcher.submit
  const isAsking = register.phase === "taken" && touched > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change needs a new answer
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>("#register")
    if (!isAsking || !form) return
    const moment = setTimeout(() => {
      const fields = new FormData(form)
      fields.set("intent", "preview")
      submit.current(fields, { method: "post" })
    }, 250)
    return () => clearTimeout(moment)
  }, [isAsking, touched])
  return isAsking ? fetcher.data?.effect : undefined
}
