import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterInput } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import type { OpenInvoice } from "~/models/money/bank-import/bank-entry"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { SameTransfer, type TwinTransfer } from "./same-transfer"

type OneTransferProps = {
  transfer: {
    id: string
    bookedOn: string
    amountMinor: number
    /** What it came in. */
    currency: string
    payerName: string
    reference: string
    twin: TwinTransfer | null
  }
  /** Unpaid invoices that fit the search. */
  invoices: OpenInvoice[]
  /** How many do; the first of them are shown. */
  total: number
  /** Families that fit the search: a transfer can be theirs without an invoice. */
  families: { id: string; name: string; students: string[] }[]
  search: string
  currency: string
  /** Whether the reader has the right to take payments. */
  canRecord: boolean
}

/** One transfer with the unpaid invoices it could pay, and the families it could be from, found by number or name. */
export function OneTransfer({
  transfer,
  invoices,
  total,
  families,
  search,
  currency,
  canRecord,
}: OneTransferProps) {
  const { id, bookedOn, amountMinor, payerName, reference, twin } = transfer
  const mayRecord = canRecord && transfer.currency === currency
  return (
    <section className="sheet" aria-labelledby="one-transfer">
      <h2 id="one-transfer">
        {formatMoney(amountMinor, transfer.currency)} from {payerName || "an unknown payer"}
      </h2>
      <p className="dim wrap-anywhere">
        {formatDate(bookedOn, "full")}
        {reference ? `, ${reference}` : null}
      </p>
      {twin ? (
        <Callout tone="amber">
          <SameTransfer twin={twin} />
        </Callout>
      ) : null}
      {transfer.currency === currency ? null : (
        <Callout tone="amber">
          <p>
            This transfer came in {transfer.currency}, and your school bills in {currency}. It can’t be
            recorded as it is: record what it came to as a payment of the family, then ignore it here.
          </p>
        </Callout>
      )}
      <FilterForm aria-label="Find an unpaid invoice">
        <input type="hidden" name="entry" value={id} />
        <label className="toolbar">
          <span>Number, family or payer</span>
          <FilterInput type="search" name="q" value={search} maxLength={100} />
        </label>
        <button className="button" type="submit">
          Find invoices
        </button>
      </FilterForm>
      {invoices.length === 0 ? (
        <EmptyState>No unpaid invoices match this search.</EmptyState>
      ) : (
        <ul className="rows">
          {invoices.map(({ invoiceId, number, familyName, openMinor }) => (
            <li key={invoiceId}>
              <span>
                <Link to={paths.invoice(invoiceId)}>{number}</Link>, {familyName}{" "}
                <span className="block small dim">{formatMoney(openMinor, currency)} due</span>
              </span>
              {mayRecord ? (
                <RecordFor
                  entryId={id}
                  field="invoice"
                  value={invoiceId}
                  label={`Record for invoice ${number}`}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {total > invoices.length ? (
        <p className="dim">
          {`${formatNumber(total)} unpaid invoices match. Add to the search to see fewer.`}
        </p>
      ) : null}
      {families.length === 0 ? (
        <p className="dim">To record it for a family without an invoice, find the family by its name.</p>
      ) : (
        <>
          <h3>For a family, not one invoice</h3>
          <p>It pays what the family has due, the oldest first. The rest is account credit.</p>
          <ul className="rows">
            {families.map(({ id: familyId, name, students }) => (
              <li key={familyId}>
                <span>
                  <Link to={paths.family(familyId)}>{name}</Link>{" "}
                  <span className="block small dim">{students.join(", ")}</span>
                </span>
                {mayRecord ? (
                  <RecordFor entryId={id} field="family" value={familyId} label={`Record for ${name}`} />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      {mayRecord ? (
        <p>
          A grant, rent or anything else that no family pays?{" "}
          <Link to={paths.newExpense({ kind: "income", transfer: id })}>Record as other income</Link>
        </p>
      ) : null}
      <PostForm className="buttons">
        <input type="hidden" name="entry" value={id} />
        <SubmitButton intent="ignore" variant="plain" pending="Ignoring…">
          Ignore this transfer
        </SubmitButton>
        <Link to={paths.bankTransfers()}>Cancel</Link>
      </PostForm>
    </section>
  )
}

type RecordForProps = {
  entryId: string
  /** For what it is recorded, and its ID. */
  field: "invoice" | "family"
  value: string
  label: string
}

function RecordFor({ entryId, field, value, label }: RecordForProps) {
  return (
    <PostForm>
      <input type="hidden" name="entry" value={entryId} />
      <input type="hidden" name={field} value={value} />
      <SubmitButton intent="record-one" variant="secondary" pending="Recording…" aria-label={label}>
        Record
      </SubmitButton>
    </PostForm>
  )
}
