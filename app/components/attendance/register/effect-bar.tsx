import { useFetcher } from "@remix-run/react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import type { RegisterView, TotalText } from "~/models/attendance/register/register-view"

/** The effect as the server has worked it out, for the marks that were sent. */
export type CheckedEffect = {
  lead: string
  rest: string
  seats: { studentId: string; name: string; change: string | null }[]
}

type EffectBarProps = {
  register: RegisterView
  /** the status chosen for each student just now, as its field spells it */
  chosen: ReadonlyMap<string, string>
  /** how often a mark or its minutes were changed since the page came */
  touched: number
  /** a script is running and follows every tap */
  isLive: boolean
  checked?: CheckedEffect
  /** the totals of marks that were sent and not checked */
  sent?: TotalText
  children: ReactNode
}

/** Shows what saving will do before anything is saved. */
export function EffectBar({ register, chosen, touched, isLive, checked, sent, children }: EffectBarProps) {
  const corrections = useCorrections(register, isLive ? touched : 0)
  const count = useCounting()
  const totals = count?.(register, chosen) ?? checked ?? sent ?? register.totals
  const changes = (corrections ?? checked)?.seats.filter(({ change }) => change) ?? []
  const isStill = !count && (isLive ? touched > 0 : !checked)
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

type Counting = typeof import("~/models/attendance/register/register-totals").totalsShown
let loaded: Counting | undefined

/** Counts the marks after every tap. It's loaded once scripts run, before the first tap and while there is a connection. */
function useCounting(): Counting | undefined {
  const [counting, setCounting] = useState(() => loaded)
  useEffect(() => {
    if (loaded) return
    import("~/models/attendance/register/register-totals").then(
      ({ totalsShown }) => {
        loaded = totalsShown
        setCounting(() => totalsShown)
      },
      // Without a connection the server's text stays.
      () => undefined,
    )
  }, [])
  return counting
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
