import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Fragment } from "react"
import { CheckField, Field } from "~/components/form/field"
import { PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { invoicesOf, type Match, matchLabels } from "~/models/money/bank-import/bank-entry"
import { type ProviderName, providerLabels } from "~/models/money/payment-provider/payment-provider"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export const recordFormId = "record-transfers"

export type OpenTransfer = {
  id: string
  bookedOn: string
  amountMinor: number
  /** What it came in. */
  currency: string
  payerName: string
  reference: string
  match: Match | null
  /** The day of a recorded payment that looks the same. */
  recordedOn: string | null
  /** The day of a gift voucher that costs the same. */
  voucherOn: string | null
  twin: TwinTransfer | null
}

type OpenTransfersProps = {
  transfers: OpenTransfer[]
  currency: string
  /** Whether the reader has the right to take payments. */
  canRecord: boolean
  /** Those selected before a refusal, as "transfer:invoice"; by default every sure match. */
  selected?: string[]
  problem?: string
}

/** The transfers that wait for someone to say what they pay, each with the invoice it seems to be for. */
export function OpenTransfers({ transfers, currency, canRecord, selected, problem }: OpenTransfersProps) {
  return (
    <PostForm className="stack" id={recordFormId}>
      <fieldset
        id={`${recordFormId}-entry`}
        tabIndex={-1}
        className={problem ? "field invalid" : undefined}
        aria-describedby={problem ? "record-transfers-error" : undefined}
      >
        <legend className="visually-hidden">Transfers to record</legend>
        <FieldProblem id="record-transfers-error" message={problem} />
        <DataTable
          caption="Bank transfers without an invoice, newest first"
          middle
          terse
          rows={transfers}
          columns={[
            {
              label: "Transfer",
              cell: ({ id, bookedOn, payerName, reference, match }) => {
                const text = (
                  <span>
                    {payerName || "Unknown payer"}, {formatDate(bookedOn, "medium")}{" "}
                    <span className="block small dim wrap-anywhere">{reference || "No reference"}</span>
                  </span>
                )
                if (!match || !canRecord) return text
                const value = `${id}:${invoicesOf(match).map(({ invoiceId }) => invoiceId)}`
                return (
                  <label className="checkbox">
                    <input
                      type="checkbox"
                      name="entry[]"
                      value={value}
                      defaultChecked={selected ? selected.includes(value) : match.isSure}
                    />
                    {text}
                  </label>
                )
              },
            },
            {
              label: "Invoice",
              cell: ({ match, recordedOn, voucherOn, twin }) =>
                match ? (
                  <span>
                    {invoicesOf(match).map(({ invoiceId, number }) => (
                      <Fragment key={invoiceId}>
                        <Link to={paths.invoice(invoiceId)}>{number}</Link>,{" "}
                      </Fragment>
                    ))}
                    {match.invoice.familyName}{" "}
                    <span className="block small dim">{matchText(match, currency)}</span>{" "}
                    {recordedOn ? (
                      <span className="block small">
                        This family already has a payment of this amount on {formatDate(recordedOn, "medium")}
                        . Check before you record another.
                      </span>
                    ) : null}
                    <VoucherPaid on={voucherOn} />
                    {twin ? <SameTransfer twin={twin} /> : null}
                  </span>
                ) : (
                  <span>
                    No match
                    <VoucherPaid on={voucherOn} />
                    {twin ? <SameTransfer twin={twin} /> : null}
                  </span>
                ),
            },
            {
              label: "Amount",
              numeric: true,
              beside: true,
              cell: ({ amountMinor, currency: own }) => formatMoney(amountMinor, own),
            },
            {
              label: "Other",
              cell: ({ id, payerName }) => (
                <Link
                  to={paths.bankTransfers({ entry: id })}
                  aria-label={`Choose another invoice for ${payerName || "this transfer"}`}
                >
                  Choose
                </Link>
              ),
            },
          ]}
        />
      </fieldset>
      {canRecord ? (
        <SubmitRow label="Record selected transfers" intent="record" pending="Recording…" />
      ) : (
        <p className="dim">Someone with the right to take payments records these.</p>
      )}
    </PostForm>
  )
}

const VoucherPaid = ({ on }: { on: string | null }) =>
  on ? (
    <span className="block small">
      A gift voucher of this amount was sold by transfer on {formatDate(on, "medium")}. If this paid for it,
      set the transfer aside.
    </span>
  ) : null

const matchText = (match: Match, currency: string) =>
  match.why === "number-other-amount" || match.why === "numbers-other-amount"
    ? `${matchLabels[match.why]}: ${formatMoney(dueOf(match), currency)} due`
    : matchLabels[match.why]

const dueOf = (match: Match) => invoicesOf(match).reduce((sum, { openMinor }) => sum + openMinor, 0)

type Settled = Pick<
  OpenTransfer,
  "id" | "bookedOn" | "amountMinor" | "currency" | "payerName" | "reference"
> & {
  paymentId: string | null
  /** The payment was reversed, so the transfer can be taken up again. */
  isReversed: boolean
  /** The provider whose payout it is. */
  payoutOf: ProviderName | null
  /** The other income that it was recorded as. */
  incomeId: string | null
}

/** Transfers that were recorded as payments, or set aside. */
export function SettledTransfers({ transfers }: { transfers: Settled[] }) {
  return (
    <DataTable
      caption="Bank transfers, newest first"
      rows={transfers}
      columns={[
        { label: "Date", cell: ({ bookedOn }) => formatDate(bookedOn, "medium") },
        { label: "Payer", cell: ({ payerName }) => payerName || "Unknown payer" },
        { label: "Reference", cell: ({ reference }) => <span className="wrap-anywhere">{reference}</span> },
        {
          label: "Amount",
          numeric: true,
          cell: ({ amountMinor, currency }) => formatMoney(amountMinor, currency),
        },
        {
          label: "Payment",
          cell: ({ id, paymentId, isReversed, payoutOf, incomeId }) =>
            incomeId ? (
              <Link to={paths.expense(incomeId)}>View other income</Link>
            ) : paymentId && !isReversed ? (
              <Link to={paths.paymentReceipt(paymentId)}>View payment</Link>
            ) : (
              <PostForm>
                {payoutOf ? `Payout from ${providerLabels[payoutOf]} ` : null}
                <input type="hidden" name="entry" value={id} />
                <SubmitButton intent="restore" variant="plain" pending="Restoring…" label="Restore" />
              </PostForm>
            ),
        },
      ]}
    />
  )
}

/** Another transfer that may be the one beside it. */
export type TwinTransfer = {
  bookedOn: string
  payerName: string
  reference: string
  state: "open" | "recorded" | "ignored"
  paymentId: string | null
}

/** Warns before a transfer that two of the bank's files tell differently is recorded twice. */
export function SameTransfer({ twin }: { twin: TwinTransfer }) {
  const { bookedOn, payerName, reference, state, paymentId } = twin
  const day = formatDate(bookedOn, "medium")
  return (
    <span className="block small wrap-anywhere">
      Looks like the same transfer as {payerName || "an unknown payer"}, {day}
      {reference ? `, “${reference}”` : null}, which is{" "}
      {paymentId ? <Link to={paths.paymentReceipt(paymentId)}>recorded</Link> : states[state]}. If it is,
      ignore this one.
    </span>
  )
}

const states = { open: "on this list, too", recorded: "recorded", ignored: "ignored" } as const

export const uploadFormId = "bank-upload"

/** The file a bank offers for download. Columns that were chosen wrongly for the last one are chosen again. */
export function UploadStatement({ hasColumns, result }: { hasColumns: boolean; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ file: File; chooseColumns: string }>({
    id: uploadFormId,
    lastResult: result,
  })
  return (
    <PostForm className="form" encType="multipart/form-data" {...getFormProps(form)}>
      <Field
        meta={fields.file}
        label="Bank statement"
        hint="CSV, Excel (.xlsx), CAMT, MT940, OFX, QFX or QIF, also in a ZIP file, up to 900 KB. A transfer is imported once, even if files overlap or have different formats."
        type="file"
        accept=".csv,.txt,.xml,.ofx,.qfx,.qif,.sta,.940,.mt940,.swi,.xlsx,.xls,.zip,text/csv,text/plain,text/xml,application/xml,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      {hasColumns ? (
        <CheckField
          meta={fields.chooseColumns}
          label="Choose the columns of this CSV again"
          hint="We use the columns you chose last unless you select this."
        />
      ) : null}
      <SubmitRow label="Upload statement" variant="secondary" pending="Reading the file…" />
    </PostForm>
  )
}

/** Files whose columns someone still has to choose, each with the way back to that page. */
export const OpenUploads = ({ uploads }: { uploads: { id: string; fileName: string; when: string }[] }) =>
  uploads.length === 0 ? null : (
    <section className="section" aria-labelledby="uploads">
      <h2 id="uploads">Files to finish</h2>
      <p>Choose the columns of these files to see their transfers. Files are kept for a day.</p>
      <ul className="rows">
        {uploads.map(({ id, fileName, when }) => (
          <li key={id}>
            <Link to={paths.bankColumns(id)} className="long-text">
              {fileName}
            </Link>{" "}
            <span className="dim">{when}</span>
          </li>
        ))}
      </ul>
    </section>
  )
