import { describePayers, type PayerRules, ruleLabels } from "~/models/money/payer/payer"

type Guardian = { id: string; name: string; relation: string | null; email: string | null }

type PayerListProps = { guardians: Guardian[]; rules: PayerRules; currency: string }

/** A family's guardians with the address their invoices go to, and what each pays. */
export function PayerList({ guardians, rules, currency }: PayerListProps) {
  const pays = new Map(describePayers(rules, currency).map((payer) => [payer.name, payer]))
  return (
    <>
      {rules.shareBy === "percent" && !rules.hasOwnInvoices ? null : (
        <p className="small dim">
          {ruleLabels[rules.shareBy]}, {rules.hasOwnInvoices ? "an invoice for each payer" : "one invoice"}.
        </p>
      )}
      <ul className="rows">
        {guardians.map(({ id, name, relation, email }) => (
          <li key={id}>
            <span>
              {name}
              {relation ? <span className="dim"> {relation.toLowerCase()}</span> : null}
              <br />
              <span className="small dim">{pays.get(name)?.email ?? email ?? "No email"}</span>
              {rules.shareBy !== "percent" && pays.has(name) ? (
                <>
                  <br />
                  <span className="small">{pays.get(name)?.text}</span>
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
