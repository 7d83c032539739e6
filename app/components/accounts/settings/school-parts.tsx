import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { TextAreaField } from "~/components/form/text-area-field"
import { Callout } from "~/components/ui/callout"
import { formatInvoiceNumber } from "~/models/money/invoice/invoice"
import { formatTime } from "~/utils/clock-times"
import type { Formats } from "~/utils/formats"
import type { OpeningHours } from "./opening-part"
import { Part } from "./part"

export type SchoolSettings = Formats & {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  timeZone: string
  currencyIsFixed: boolean
  invoiceNumberFormat: string
  creditNoteNumberFormat: string
  invoiceSequence: number
  invoiceDueDays: number
  invoiceHoldMinutes: number
  paymentInstructions: string | null
  taxNumber: string | null
  payeeEmail: string | null
  takesPartPayments: boolean
  bankHolder: string | null
  bankIban: string | null
  bankBic: string | null
} & OpeningHours

type PartProps = { settings: SchoolSettings; result?: SubmissionResult }

export function IdentityPart({ settings, result }: PartProps) {
  const { name, address, phone, email } = settings
  const [form, fields] = useForm<Record<"name" | "address" | "phone" | "email", string | null>>({
    id: "identity-form",
    lastResult: result,
    defaultValue: { name, address, phone, email },
  })
  return (
    <Part part="identity" title="School details" about="Shown at the top of invoices and emails." form={form}>
      <Field meta={fields.name} label="Name" maxLength={120} autoComplete="organization" />
      <TextAreaField meta={fields.address} label="Address" optional rows={3} maxLength={500} />
      <div className="columns">
        <Field meta={fields.phone} label="Phone" type="tel" optional maxLength={40} />
        <Field meta={fields.email} label="Email" type="email" optional maxLength={254} />
      </div>
    </Part>
  )
}

export function RegionPart({
  settings,
  result,
  zones,
  currencies,
}: PartProps & { zones: string[]; currencies: { value: string; label: string }[] }) {
  const { timeZone, currency, currencyIsFixed } = settings
  const [form, fields] = useForm<Record<"timeZone" | "currency", string>>({
    id: "region-form",
    lastResult: result,
    defaultValue: { timeZone, currency },
  })
  return (
    <Part part="region" title="Time zone and currency" form={form}>
      <SelectField
        meta={fields.timeZone}
        label="Time zone"
        hint={`Lessons keep their time of day: ${formatTime("16:00")} stays ${formatTime("16:00")}. Lessons with attendance don’t change.`}
        choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
      {currencyIsFixed ? (
        <Callout>
          <p>
            Currency: <b>{currency}</b>. It can’t change because you’ve already issued an invoice.
          </p>
        </Callout>
      ) : (
        <SelectField
          meta={fields.currency}
          label="Currency"
          hint="Can’t change after your first invoice"
          choices={currencies}
        />
      )}
    </Part>
  )
}

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

const holdChoices = [
  { value: "0", label: "Send at once" },
  { value: "2", label: "Hold for 2 minutes" },
  { value: "10", label: "Hold for 10 minutes" },
  { value: "30", label: "Hold for 30 minutes" },
  { value: "60", label: "Hold for an hour" },
]

export function InvoicingPart({ settings, result, today }: PartProps & { today: string }) {
  const {
    invoiceNumberFormat,
    creditNoteNumberFormat,
    invoiceDueDays,
    invoiceSequence,
    paymentInstructions,
    taxNumber,
  } = settings
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
    <Part
      part="invoicing"
      title="Invoices"
      about={`Next invoice number: ${formatInvoiceNumber(invoiceNumberFormat, invoiceSequence + 1, today)}`}
      form={form}
    >
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
    </Part>
  )
}

export function PayeePart({ settings, result }: PartProps) {
  const [form, fields] = useForm<Record<"payeeEmail" | "currentPassword", string | null>>({
    id: "payee-form",
    lastResult: result,
    defaultValue: { payeeEmail: settings.payeeEmail },
  })
  return (
    <Part
      part="payee"
      title="Online payments"
      about="Families pay straight to your school’s PayPal account. Without one, they follow your payment instructions above. All administrators get an email when this changes."
      form={form}
      save="Change PayPal account"
    >
      <div className="columns">
        <Field meta={fields.payeeEmail} label="PayPal account email" type="email" optional maxLength={254} />
        <Field
          meta={fields.currentPassword}
          label="Your password"
          type="password"
          autoComplete="current-password"
        />
      </div>
    </Part>
  )
}
