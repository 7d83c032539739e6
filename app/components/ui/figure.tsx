import type { ReactNode } from "react"
import type { MetricKeys } from "~/models/foundation/metrics/glossary"
import { Link } from "./link"

type FigureProps = {
  /** What its numbers are, in their order; the glossary says what each counts. */
  of: MetricKeys
  /** The list that holds what was counted. */
  to?: string
  children: ReactNode
}

/** A figure of a dashboard, marked with its key of the glossary so that a test can follow it to its list. */
export function Figure({ of, to, children }: FigureProps) {
  return to ? (
    <Link to={to} data-figure={of}>
      {children}
    </Link>
  ) : (
    <span data-figure={of}>{children}</span>
  )
}
