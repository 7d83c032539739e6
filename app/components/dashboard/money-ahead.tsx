import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { paths } from "~/utils/paths"

type Money = {
  due: string
  overdue: { amount: string; families: number }
  unbilled: { amount: string; charges: number }
  toCome: string
  received: string
  month: string
  comparison: string
}

/** What is still to come in, and what has come this month; each amount opens its rows. */
export function MoneyAhead({ money }: { money: Money }) {
  const { overdue, unbilled } = money
  const isLate = overdue.families > 0
  return (
    <section className="sec" aria-labelledby="money">
      <header>
        <h2 id="money">Money</h2>
        <Link to={paths.billing()}>Invoices</Link>
      </header>
      <LedgerList
        rows={[
          { label: "Due", amount: <Link to={paths.billing({ status: "sent" })}>{money.due}</Link> },
          {
            label: isLate ? (
              <Status head="x">
                Overdue, {overdue.families} {overdue.families === 1 ? "family" : "families"}
              </Status>
            ) : (
              "Overdue"
            ),
            amount: <Link to={paths.billing({ status: "overdue" })}>{overdue.amount}</Link>,
            bad: isLate,
          },
          {
            label: `Unbilled, ${unbilled.charges} ${unbilled.charges === 1 ? "line" : "lines"}`,
            amount: <Link to={paths.unbilled()}>{unbilled.amount}</Link>,
          },
        ]}
        total={{ label: "Still to come", amount: money.toCome }}
      />
      <p className="small dim">
        Received in {money.month}: <b className="inkc">{money.received}</b>, {money.comparison}.
      </p>
    </section>
  )
}
