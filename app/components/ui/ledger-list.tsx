import type { ReactNode } from "react"

type LedgerRow = { label: ReactNode; amount: ReactNode; bad?: boolean }

type LedgerListProps = {
  id?: string
  rows: LedgerRow[]
  total?: LedgerRow
  /** text instead of amounts, which may take several lines */
  facts?: boolean
}

/** Labels and amounts between hairlines; a total is closed by the final barline. Amounts come formatted, credits with a true minus. */
export function LedgerList({ id, rows, total, facts }: LedgerListProps) {
  return (
    <dl id={id} className={facts ? "ledger facts" : "ledger"}>
      {rows.map(({ label, amount, bad }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a ledger may say the same
        <div key={index}>
          <dt className={bad ? "bad" : undefined}>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {total ? (
        <div className="total double-rule">
          <dt>{total.label}</dt>
          <dd>{total.amount}</dd>
        </div>
      ) : null}
    </dl>
  )
}
