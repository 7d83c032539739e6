import type { ReactNode } from "react"
import type { MetricKeys } from "~/models/foundation/metrics/figures"
import { Link } from "./button"

type FigureProps = {
  /** The metrics of its numbers, in order; the glossary defines each. */
  of: MetricKeys
  /** The list that holds what was counted. */
  to?: string
  children: ReactNode
}

/** A figure of a dashboard, marked with its metric so that a test can follow it to its list. */
export function Figure({ of, to, children }: FigureProps) {
  return to ? (
    <Link to={to} data-figure={of}>
      {children}
    </Link>
  ) : (
    <span data-figure={of}>{children}</span>
  )
}
