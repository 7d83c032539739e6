import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState, MorePages, type Pages } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import type { CreditFilterState, CreditRow, CreditState } from "~/models/teaching/credit/credit"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { CreditTable } from "./credit-table"

type CreditsViewProps = {
  state: CreditFilterState
  studentId?: string
  pages: Pages
  counts: Record<CreditState, number> & { expiring: number; issued: number }
  credits: CreditRow[]
  /** Within how many days a credit counts as expiring. */
  soonDays: number
}

const headings: Record<Exclude<CreditFilterState, "expiring">, string> = {
  open: "Available credits",
  used: "Used credits",
  expired: "Expired credits",
  revoked: "Revoked credits",
}

/** The make-up credits of the school by status, or of one student. */
export function CreditsView({ state, studentId, pages, counts, credits, soonDays }: CreditsViewProps) {
  const soonText = soonDays === 14 ? "two weeks" : countOf(soonDays, "day")
  const figure = (other: CreditFilterState, label: string) => ({
    figure: formatNumber(counts[other]),
    label,
    to: paths.attendance({ view: "credits", state: other, student: studentId }),
    metric: "credits" as const,
  })
  return (
    <>
      <FigureRow
        label="Credits by status"
        items={[
          figure("open", "available"),
          figure("expiring", `expire within ${soonText}`),
          figure("used", "used"),
          figure("expired", "expired"),
          figure("revoked", "revoked"),
        ]}
      />
      <section className="section" aria-labelledby="credits-of">
        <h2 id="credits-of">
          {state === "expiring" ? `Credits expiring within ${soonText}` : headings[state]}
          {studentId && credits[0] ? ` for ${credits[0].studentName}` : ""}
        </h2>
        {credits.length ? (
          <CreditTable credits={credits} />
        ) : (
          <EmptyState
            action={
              studentId || state !== "open" ? (
                <LinkButton to={paths.attendance({ view: "credits" })}>Clear filters</LinkButton>
              ) : undefined
            }
          >
            {counts.issued === 0
              ? "No make-up credits yet. They’re issued for absences that qualify under your attendance rules."
              : "No credits match these filters."}
          </EmptyState>
        )}
      </section>
      <p className="dim no-print">
        <Link to={paths.freedTimes()}>Freed times</Link>: lesson times offered to students with a credit.{" "}
        <Link to={paths.swaps()}>Lesson swaps</Link>: times that families swap with each other.
      </p>
      <MorePages {...pages} />
    </>
  )
}
