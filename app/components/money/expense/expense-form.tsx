import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { largestFile } from "~/models/accounts/school-file/school-file"
import { type Expense, type ExpenseKind, repeatRhythms, rhythmLabels } from "~/models/money/expense/expense"
import { methodChoices } from "~/models/money/payment/payment"
import { expenseTexts } from "~/texts/money/expense-texts"
import { mostText } from "~/utils/bytes"
import { plainAmount } from "~/utils/money"

export const expenseFormId = "expense"

type Fields = Record<
  | "spentOn"
  | "payee"
  | "category"
  | "amount"
  | "taxAmount"
  | "method"
  | "note"
  | "file"
  | "repeats"
  | "rhythm"
  | "transfer"
  | "formKey",
  string
>

/** What the form begins with. */
export type ExpenseStart = Pick<
  Expense,
  "spentOn" | "categoryId" | "payee" | "amountMinor" | "taxMinor" | "method" | "note"
>

type ExpenseFormProps = {
  kind: ExpenseKind
  /** The line of the bank statement that a new income is recorded from. */
  transfer?: string
  start: Partial<ExpenseStart>
  categories: { value: string; label: string }[]
  currency: string
  today: string
  /** Of a new expense: the same form records one. */
  formKey?: string
  hasReceipt?: boolean
  result?: SubmissionResult
}

/** An expense with its receipt; a form that was refused needs the receipt again. */
export function ExpenseForm({
  kind,
  transfer,
  start,
  categories,
  currency,
  today,
  formKey,
  hasReceipt,
  result,
}: ExpenseFormProps) {
  const [form, fields] = useForm<Fields>({
    id: expenseFormId,
    lastResult: result,
    defaultValue: {
      spentOn: start.spentOn,
      payee: start.payee,
      category: start.categoryId,
      amount: start.amountMinor === undefined ? undefined : plainAmount(start.amountMinor),
      taxAmount: start.taxMinor ? plainAmount(start.taxMinor) : undefined,
      method: start.method ?? "transfer",
      note: start.note ?? undefined,
      transfer,
      formKey,
    },
  })
  const texts = expenseTexts[kind]
  return (
    <PostForm
      edits={formKey === undefined}
      className="form"
      encType="multipart/form-data"
      {...getFormProps(form)}
    >
      {formKey ? (
        <input type="hidden" name="formKey" value={String(fields.formKey.initialValue ?? formKey)} />
      ) : null}
      {transfer ? <input type="hidden" name="transfer" value={transfer} /> : null}
      <DateField meta={fields.spentOn} label="Date" max={today} />
      <Field meta={fields.payee} label={texts.payee} hint={texts.payeeHint} maxLength={120} />
      <SelectField meta={fields.category} label="Category" prompt="Choose a category" choices={categories} />
      <Field meta={fields.amount} label={`Amount in ${currency}`} inputMode="decimal" maxLength={40} />
      <Field
        meta={fields.taxAmount}
        label="Tax in this amount"
        hint={texts.taxHint}
        optional
        inputMode="decimal"
        maxLength={40}
      />
      <SelectField
        meta={fields.method}
        label="Payment method"
        choices={methodChoices(currency, fields.method.initialValue)}
      />
      <Field
        meta={fields.file}
        label={hasReceipt ? `Replace the ${texts.receipt.toLowerCase()}` : texts.receipt}
        type="file"
        accept="image/*,application/pdf"
        hint={`A photo or PDF, up to ${mostText(largestFile)}`}
        optional
      />
      <TextAreaField meta={fields.note} label="Note" optional rows={2} maxLength={500} />
      {formKey ? (
        <>
          <CheckField
            meta={fields.repeats}
            label="Repeats"
            hint="We enter it again on this day of the month until you end it"
          />
          <SelectField
            meta={fields.rhythm}
            label="How often"
            choices={repeatRhythms.map((value) => ({ value, label: rhythmLabels[value] }))}
          />
        </>
      ) : null}
      <SubmitRow label={texts.save} intent="save" pending="Saving…" />
    </PostForm>
  )
}
