import { useForm } from "@conform-to/react"
import { CheckField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import type { PartProps } from "./school-parts"
import { holdChoices, invoicingTexts } from "./setting-facts"

type InvoicingFields = Record<
  | "invoiceNumberFormat"
  | "creditNoteNumberFormat"
  | "invoiceDueDays"
  | "invoiceHoldMinutes"
  | "paymentInstructions"
  | "taxNumber"
  | "takesPartPayments",
  string | null
>

export function InvoicingPart({ settings, result, today }: PartProps & { today: string }) {
  const { nextNumber, due, partPayments } = invoicingTexts(settings, today)
  const hold = String(settings.invoiceHoldMinutes)
  return (
    <EditablePart
      id="invoicing"
      title="Invoices"
      isAnswered={result !== undefined}
      facts={[
        ["Next invoice number", nextNumber],
        ["Credit note number format", settings.creditNoteNumberFormat],
        ["Due", due],
        ["Emails of an invoice run", holdChoices.find(({ value }) => value === hold)?.label],
        ["Payment instructions", settings.paymentInstructions],
        ["Tax number", settings.taxNumber],
        ["Part payments", partPayments],
      ]}
    >
      <InvoicingForm settings={settings} result={result} />
    </EditablePart>
  )
}

function InvoicingForm({ settings, result }: PartProps) {
  const { invoiceNumberFormat, creditNoteNumberFormat, invoiceDueDays, paymentInstructions, taxNumber } =
    settings
  const [form, fields] = useForm<InvoicingFields>({
    id: "invoicing-form",
    lastResult: result,
    defaultValue: {
      invoiceNumberFormat,
      creditNoteNumberFormat,
      invoiceDueDays: String(invoiceDueDays),
      invoiceHoldMinutes: String(settings.invoiceHoldMinutes),
      paymentInstructions,
      taxNumber,
      takesPartPayments: settings.takesPartPayments ? "on" : null,
    },
  })
  return (
    <PartForm part="invoicing" form={form}>
      <div className="columns">
        <Field
          meta={fields.invoiceNumberFormat}
          label="Invoice number format"
          hint="{number} increases by 1 with no gaps; {year} is the year of issue."
          maxLength={40}
          spellCheck={false}
        />
        <Field
          meta={fields.creditNoteNumberFormat}
          label="Credit note number format"
          hint="Credit notes have numbers of their own."
          maxLength={40}
          spellCheck={false}
        />
        <Field
          meta={fields.invoiceDueDays}
          label="Days until due"
          hint="Counted from the day the invoice is sent"
          inputMode="numeric"
        />
        <SelectField
          meta={fields.invoiceHoldMinutes}
          label="Emails of an invoice run"
          hint="While they wait, the run can be undone. Automatic runs wait an hour."
          choices={holdChoices}
        />
      </div>
      <TextAreaField
        meta={fields.paymentInstructions}
        label="Payment instructions"
        hint="For example, bank details. Shown on every new invoice and in its email."
        optional
        rows={4}
        maxLength={1000}
      />
      <Field
        meta={fields.taxNumber}
        label="Tax number"
        hint="For example, a VAT ID. Shown on every new invoice."
        optional
        maxLength={60}
      />
      <CheckField
        meta={fields.takesPartPayments}
        label="Families can pay part of an invoice online"
        hint="Otherwise they pay the whole balance at once"
      />
    </PartForm>
  )
}
