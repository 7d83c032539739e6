import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { LedgerList } from "~/components/ui/ledger-list"
import type { EInvoiceGap } from "~/models/accounts/school/e-invoices"
import { notEmailedText } from "~/models/foundation/outbox/bounce"
import { deliveryText, expectedOf } from "~/models/money/ready-to-invoice/ready-families"
import { type FamilyName, familyLabel } from "~/models/people/family/family-name"
import { ordinaryText } from "~/texts/accounts/e-invoices"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** What an invoice run would send right now. */
export type BatchCheckFacts = {
  /** What the button said that was pressed, where that has changed since. */
  before: string | null
  choice: { from: string; to: string; dueOn: string; note: string | null; key: string | null }
  families: (FamilyName & {
    familyId: string
    invoices: number
    toPrint: number
    amountMinor: number
    returns: string[]
    ordinary: EInvoiceGap[][]
  })[]
}

/** So many families are named; of a larger run the rest are counted. */
const mostNamed = 50

/** Confirms an invoice run before it sends: how many invoices, over how much, and to which families. */
export function BatchCheck({ before, choice, families, currency }: BatchCheckFacts & { currency: string }) {
  const sumOf = (those: typeof families) =>
    formatMoney(
      those.reduce((total, { amountMinor }) => total + amountMinor, 0),
      currency,
    )
  const sum = sumOf(families)
  const count = families.reduce((total, family) => total + family.invoices, 0)
  const toPrint = families.reduce((total, family) => total + family.toPrint, 0)
  const invoices = countOf(count, "invoice")
  const returned = notEmailedText(families.flatMap(({ returns }) => returns))
  const rest = families.slice(mostNamed)
  return (
    <PostForm className="stack" id="batch-check" aria-labelledby="batch-check-title">
      <h2 id="batch-check-title">
        Send {invoices} for {sum}?
      </h2>
      {before ? (
        <p className="warning" role="alert">
          {changedText(before, currency)}
        </p>
      ) : null}
      <p>
        {deliveryText(count, toPrint)}, due {formatDate(choice.dueOn, "full")}. You can’t edit an invoice
        after it’s sent, only void it.
      </p>
      {returned ? <p className="warning">{returned}</p> : null}
      <OrdinaryInvoices ordinary={families.flatMap(({ ordinary }) => ordinary)} />
      <input type="hidden" name="from" value={choice.from} />
      <input type="hidden" name="to" value={choice.to} />
      <input type="hidden" name="dueOn" value={choice.dueOn} />
      <input type="hidden" name="note" value={choice.note ?? ""} />
      <input type="hidden" name="key" value={choice.key ?? ""} />
      <input type="hidden" name="expected" value={expectedOf(families)} />
      {families.map(({ familyId }) => (
        <input key={familyId} type="hidden" name="family[]" value={familyId} />
      ))}
      <LedgerList
        rows={[
          ...families.slice(0, mostNamed).map(({ invoices: count, amountMinor, ...family }) => ({
            label: count > 1 ? `${familyLabel(family)}, ${countOf(count, "invoice")}` : familyLabel(family),
            amount: formatMoney(amountMinor, currency),
          })),
          ...(rest.length > 0
            ? [{ label: `${countOf(rest.length, "more family", "more families")}`, amount: sumOf(rest) }]
            : []),
        ]}
        total={{ label: invoices, amount: sum }}
      />
      <p className="buttons">
        <SubmitButton intent="send" isMain pending="Sending…">
          Send {invoices}
        </SubmitButton>
        <SubmitButton intent="edit" variant="secondary" pending="Going back…" label="Back to the list" />
      </p>
    </PostForm>
  )
}

/** Why the same question comes again. */
function changedText(before: string, currency: string): string {
  const [invoices, minor] = before.split(":").map(Number)
  const was =
    Number.isSafeInteger(invoices) && Number.isSafeInteger(minor)
      ? ` It was ${countOf(invoices ?? 0, "invoice")} for ${formatMoney(minor ?? 0, currency)}.`
      : ""
  return `This changed since you looked, so nothing was sent.${was} Check it, then send.`
}

/** Before a run: how many of its invoices can't be e-invoices, and what they lack. */
export function OrdinaryInvoices({ ordinary }: { ordinary: readonly EInvoiceGap[][] }) {
  if (ordinary.length === 0) return null
  return (
    <p className="warning">
      {ordinaryText(ordinary)} <Link to={`${paths.schoolSettings()}#e-invoices`}>E-invoice settings</Link>
    </p>
  )
}
