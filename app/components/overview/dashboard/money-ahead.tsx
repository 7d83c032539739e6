import { Link } from "~/components/ui/button"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { useMayOpen } from "~/components/ui/limits"
import { Status } from "~/components/ui/status"
import type { MissingOfTeacher } from "~/models/teaching/missing-register/missing-of-teacher"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

type Money = {
  due: string
  overdue: { amount: string; families: number }
  /** Installments to come of invoices that have an overdue one. */
  later: string | null
  unbilled: string
  toCome: string
  /** In this month or by this day of the last one. */
  hasReceived: boolean
  received: string
  receivedSpan: { from: string; to: string }
  month: string
  comparison: string
}

/** What is outstanding and what was received this month. Each amount links to its rows. */
export function MoneyAhead({ money }: { money: Money }) {
  const { overdue } = money
  const mayOpen = useMayOpen()
  const isLate = overdue.families > 0
  return (
    <section className="section" aria-labelledby="money">
      <header>
        <h2 id="money">Money</h2>
        <Link to={paths.billing()}>Invoices</Link>
      </header>
      <LedgerList
        rows={[
          {
            label: "Due",
            amount: (
              <Figure of="due" to={paths.billing({ status: "due" })}>
                {money.due}
              </Figure>
            ),
          },
          {
            label: isLate ? (
              <>
                <Status head="x">
                  <Figure of="overdue-families">
                    Overdue, {countOf(overdue.families, "family", "families")}
                  </Figure>
                </Status>{" "}
                {mayOpen(paths.reminders()) ? (
                  <Link className="whitespace-nowrap" to={paths.reminders()}>
                    Send reminders
                  </Link>
                ) : null}
              </>
            ) : (
              "Overdue"
            ),
            amount: (
              <Figure of="overdue" to={paths.billing({ status: "overdue" })}>
                {overdue.amount}
              </Figure>
            ),
            bad: isLate,
          },
          ...(money.later
            ? [
                {
                  label: "Later installments of overdue invoices",
                  amount: (
                    <Figure of="later-installments" to={paths.billing({ status: "overdue" })}>
                      {money.later}
                    </Figure>
                  ),
                },
              ]
            : []),
          {
            label: "Ready to invoice",
            amount: (
              <Figure of="ready-to-invoice-amount" to={paths.unbilled()}>
                {money.unbilled}
              </Figure>
            ),
          },
        ]}
        total={{ label: "Total to collect", amount: <Figure of="total-outstanding">{money.toCome}</Figure> }}
      />
      {money.hasReceived ? (
        <p className="small dim">
          Received in {money.month}:{" "}
          <b className="ink">
            <Figure of="received" to={paths.moneyHistory({ kind: "received", ...money.receivedSpan })}>
              {money.received}
            </Figure>
          </b>
          , {money.comparison}.
        </p>
      ) : null}
    </section>
  )
}

/** So many teachers are named; the list filters by the others. */
const mostNamed = 8

/** How many lessons without attendance each teacher has, most first. */
export function MissingByTeacher({ counts }: { counts: readonly MissingOfTeacher[] }) {
  const named = counts.flatMap(({ teacherId, name, lessons }) =>
    teacherId && name ? [{ teacherId, name, lessons }] : [],
  )
  if (named.length === 0) return null
  return named.slice(0, mostNamed).map(({ teacherId, name, lessons }, index) => (
    <span key={teacherId}>
      {index > 0 ? ", " : ""}
      <Figure of="lessons-without-attendance" to={paths.attendance({ view: "missing", teacher: teacherId })}>
        {`${name} ${formatNumber(lessons)}`}
      </Figure>
    </span>
  ))
}
