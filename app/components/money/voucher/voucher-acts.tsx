import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field, SelectField } from "~/components/form/field"
import { PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { methodChoices } from "~/models/money/payment/payment"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import type { ShownVoucher } from "./voucher-facts"

export const redeemFormId = "redeem-voucher"
export const cancelFormId = "cancel-voucher-form"
export const namesFormId = "voucher-names"

type Part = { voucher: ShownVoucher; result?: SubmissionResult }

/** Who it is from and for, as fields. */
export function VoucherNames({
  fields,
}: {
  fields: Record<"buyerName" | "buyerEmail" | "recipientName" | "recipientEmail", FieldMetadata<string>>
}) {
  return (
    <>
      <Field meta={fields.buyerName} label="Buyer" autoComplete="off" maxLength={120} />
      <Field
        meta={fields.buyerEmail}
        label="Buyer’s email"
        type="email"
        optional
        autoComplete="off"
        maxLength={254}
      />
      <Field
        meta={fields.recipientName}
        label="For"
        optional
        hint="Who gets it"
        autoComplete="off"
        maxLength={120}
      />
      <Field
        meta={fields.recipientEmail}
        label="Recipient’s email"
        type="email"
        optional
        autoComplete="off"
        maxLength={254}
      />
    </>
  )
}

/** Prints the voucher, or emails it to who bought it or to whom it's for. */
export function VoucherEmails({
  voucher: { id, buyerEmail, recipientEmail },
  formKey,
}: Part & { formKey: string }) {
  return (
    <div className="buttons no-print">
      <a href={paths.voucherPdf(id)}>Print the voucher</a>
      {buyerEmail || recipientEmail ? (
        <PostForm className="buttons" sends={{ formKey }}>
          {recipientEmail ? (
            <SubmitButton
              intent="email-recipient"
              variant="secondary"
              pending="Emailing…"
              label="Email to recipient"
            />
          ) : null}
          {buyerEmail ? (
            <SubmitButton
              intent="email-buyer"
              variant="secondary"
              pending="Emailing…"
              label="Email to buyer"
            />
          ) : null}
        </PostForm>
      ) : null}
    </div>
  )
}

/** Makes what is left, or a part of it, account credit of a family that was chosen. */
export function RedeemVoucher({
  voucher,
  family,
  formKey,
  result,
}: Part & { family: { id: string; name: string }; formKey: string }) {
  const [form, fields] = useForm<{ amount: string }>({
    id: redeemFormId,
    lastResult: result,
    defaultValue: { amount: plainAmount(voucher.restMinor) },
  })
  return (
    <PostForm
      className="form"
      {...getFormProps(form)}
      action={paths.voucher(voucher.id, { family: family.id })}
    >
      <p>
        For {family.name}. <Link to={paths.voucher(voucher.id)}>Choose another family</Link>
      </p>
      <input type="hidden" name="formKey" value={formKey} />
      <Field
        meta={fields.amount}
        label={`Amount in ${voucher.currency}`}
        hint="Settles due invoices, oldest first. The rest is account credit."
        inputMode="decimal"
        maxLength={40}
      />
      <SubmitRow label="Redeem voucher" intent="redeem" pending="Redeeming…" />
    </PostForm>
  )
}

/** What is left of an expired voucher stays what the school has to give until the office says otherwise. */
export function ExpiredVoucher({ voucher }: Part) {
  return (
    <PostForm className="no-print">
      <p className="small dim">
        What is left stays open until you record it as other income, dated today. Check what the law says of
        expired vouchers first.
      </p>
      <SubmitButton intent="book-income" variant="secondary" pending="Recording…">
        {`Record ${formatMoney(voucher.restMinor, voucher.currency)} as other income`}
      </SubmitButton>
    </PostForm>
  )
}

/** Corrects who it is from and for, and makes a code unknown that was emailed to a stranger; both while nothing was redeemed. */
export function CorrectVoucher({ voucher, result }: Part) {
  const [form, fields] = useForm<
    Record<"buyerName" | "buyerEmail" | "recipientName" | "recipientEmail", string>
  >({
    id: namesFormId,
    lastResult: result,
    defaultValue: {
      buyerName: voucher.buyerName,
      buyerEmail: voucher.buyerEmail ?? "",
      recipientName: voucher.recipientName ?? "",
      recipientEmail: voucher.recipientEmail ?? "",
    },
  })
  return (
    <details className="form-disclosure no-print" open={result !== undefined}>
      <summary className="button">Correct names and emails</summary>
      <PostForm className="form" edits {...getFormProps(form)}>
        <VoucherNames fields={fields} />
        <SubmitRow label="Save names and emails" intent="correct" pending="Saving…" />
      </PostForm>
      <PostForm className="form section">
        <p className="small dim">
          Emailed to a wrong address? Give the voucher a new code, and email or print it again. The old code
          no longer works.
        </p>
        <SubmitRow label="Give it a new code" intent="new-code" variant="secondary" pending="Changing…" />
      </PostForm>
    </details>
  )
}

/** Pays back what is left; one that was entered by mistake is removed instead. */
export function CancelVoucher({ voucher, formKey, result }: Part & { formKey: string }) {
  const [form, fields] = useForm<{ method: string; reason: string }>({
    id: cancelFormId,
    lastResult: result,
    defaultValue: { method: voucher.method },
  })
  const left = formatMoney(voucher.restMinor, voucher.currency)
  return (
    <details className="form-disclosure no-print" open={result !== undefined}>
      <summary className="button">Cancel voucher</summary>
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
        <p className="small dim">{left} is paid back, dated today. Its code no longer works.</p>
        <SelectField
          meta={fields.method}
          label="Refund method"
          hint="Only recorded here. Hand over the money yourself."
          choices={methodChoices(voucher.currency, voucher.method)}
        />
        <Field meta={fields.reason} label="Reason" maxLength={200} />
        <SubmitRow
          label={`Cancel and pay back ${left}`}
          intent="cancel-voucher"
          variant="danger-primary"
          pending="Canceling…"
        />
      </PostForm>
      {voucher.restMinor === voucher.amountMinor ? (
        <details className="form-disclosure">
          <summary className="button">Entered by mistake</summary>
          <PostForm className="form">
            <p className="small dim">
              Only if nothing was paid: the sale is removed for good, and its code no longer works.
            </p>
            <SubmitRow
              label={`Remove the sale of ${left}`}
              intent="remove-voucher"
              variant="danger-primary"
              pending="Removing…"
            />
          </PostForm>
        </details>
      ) : null}
    </details>
  )
}
