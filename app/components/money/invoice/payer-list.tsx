import { ruleLabels } from "~/models/money/payer/payer"
import { describePayers, type PayerRules } from "~/models/money/payer/payer-rules"
import { relationWord } from "~/utils/word-within"

type Guardian = { id: string; name: string; relation: string | null; email: string | null }

type PayerListProps = { guardians: Guardian[]; rules: PayerRules; currency: string }

/** A family's guardians and other payers with the address their invoices go to, and what each pays. */
export function PayerList({ guardians, rules, currency }: PayerListProps) {
  const pays = new Map(describePayers(rules, currency).map((payer) => [payer.payerId, payer]))
  const others = rules.others
    .filter(({ hasEnded }) => !hasEnded)
    .map(({ id, name, email }) => ({ id, name, email, relation: "not a guardian" }))
  const isTold = rules.shareBy !== "percent" || others.length > 0
  return (
    <>
      {rules.shareBy === "percent" && !rules.hasOwnInvoices ? null : (
        <p className="small dim">
          {ruleLabels[rules.shareBy]}, {rules.hasOwnInvoices ? "an invoice for each payer" : "one invoice"}.
        </p>
      )}
      <ul className="rows">
        {[...guardians, ...others].map(({ id, name, relation, email }) => (
          <li key={id}>
            <span>
              {name}
              {relation ? <span className="dim"> {relationWord(relation)}</span> : null}
              <br />
              <span className="small dim">{pays.get(id)?.email ?? email ?? "No email"}</span>
              {isTold ? (
                <>
                  <br />
                  <span className="small">{pays.get(id)?.text ?? "Pays nothing now"}</span>
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
