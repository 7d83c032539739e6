import type { ReactNode } from "react"
import { LinkButton } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import type { MetricKeys } from "~/models/foundation/metrics/glossary"

export type DayTask = {
  to: string
  label: ReactNode
  /** what it counts in the glossary */
  metric?: MetricKeys
  about?: ReactNode
  /** what the button says, and of whom where several say the same */
  act: string
  /** Where the button leads, if elsewhere. */
  actTo?: string
  of?: string
}

type DayTasksProps = {
  rows: readonly DayTask[]
  /** the first one is what the page is for today */
  leads: boolean
  more: ReactNode
  children: ReactNode
}

/** What to do today, the most urgent first, each with its act. What could be done besides follows. */
export function DayTasks({ rows, leads, more, children }: DayTasksProps) {
  if (rows.length === 0 && !children) return null
  return (
    <section className="section" aria-labelledby="to-do">
      <header>
        <h2 id="to-do">To do today</h2>
        {more}
      </header>
      {rows.length > 0 ? (
        <ul className="rows">
          {rows.map(({ to, label, metric, about, act, actTo = to, of }, index) => (
            <li key={`${act} ${of} ${to}`}>
              <span>
                <Link to={to} data-figure={metric}>
                  {label}
                </Link>{" "}
                {about ? <span className="dim">{about}</span> : null}
              </span>{" "}
              <LinkButton
                to={actTo}
                variant={leads && index === 0 ? "primary" : undefined}
                aria-label={of ? `${act}: ${of}` : undefined}
              >
                {act}
              </LinkButton>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </section>
  )
}
