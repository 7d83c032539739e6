import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type ClassMoneyProps = {
  classId: string
  money: { chargedMinor: number; readyMinor: number }[]
  since: string
  currency: string
}

/** What a class was charged since the term began, and how much of it is on no invoice yet. */
export function ClassMoney({ classId, money, since, currency }: ClassMoneyProps) {
  const charged = money.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0)
  const ready = money.reduce((sum, { readyMinor }) => sum + readyMinor, 0)
  return (
    <section className="section" aria-labelledby="money">
      <header>
        <h2 id="money">Money since {since}</h2>
        <Link to={paths.classBilling(classId)}>Billing</Link>
      </header>
      <LedgerList
        rows={[
          { label: "Invoiced", amount: formatMoney(charged - ready, currency) },
          { label: "Ready to invoice", amount: formatMoney(ready, currency) },
        ]}
        total={{ label: "Charged", amount: formatMoney(charged, currency) }}
      />
    </section>
  )
}
