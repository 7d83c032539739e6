import { type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { TextAreaField } from "~/components/form/text-area-field"
import { Callout } from "~/components/ui/callout"
import { formatInvoiceNumber } from "~/models/money/invoice/invoice"
import { formatTime } from "~/utils/clock-times"
import type { Formats } from "~/utils/formats"
import { Part } from "./part"

export type SchoolSettings = Formats & {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  timeZone: string
  currencyIsFixed: boolean
  invoiceNumberFormat: string
  invoiceSequence: number
  invoiceDueDays: number
  paymentInstructions: string | null
  taxNumber: string | null
  payeeEmail: string | null
}

type PartProps = { settings: SchoolSettings; result?: SubmissionResult }

export function IdentityPart({ settings, result }: PartProps) {
  const { name, address, phone, email } = settings
  const [form, fields] = useForm<Record<"name" | "address" | "phone" | "email", string | null>>({
    id: "identity-form",
    lastResult: result,
    defaultValue: { name, address, phone, email },
  })
  return (
    <Part
      part="identity"
      title="The school"
      about="As it stands at the head of invoices and mails."
      form={form}
    >
      <Field meta={fields.name} label="Name" maxLength={120} autoComplete="organization" />
      <TextAreaField meta={fields.address} label="Address" optional rows={3} maxLength={500} />
      <div className="columns">
        <Field meta={fields.phone} label="Phone" type="tel" optional maxLength={40} />
        <Field meta={fields.email} label="E-mail" type="email" optional maxLength={254} />
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
        hint={`Lessons keep their time of day: ${formatTime("16:00")} stays ${formatTime("16:00")}. Lessons with a register stay as they were.`}
        choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
      {currencyIsFixed ? (
        <Callout>
          <p>
            Currency: <b>{currency}</b>. It is fixed since the first invoice was issued, so that every invoice
            and balance can be compared.
          </p>
        </Callout>
      ) : (
        <SelectField
          meta={fields.currency}
          label="Currency"
          hint="Fixed once the first invoice is issued."
          choices={currencies}
        />
      )}
    </Part>
  )
}

export function InvoicingPart({ settings, result, today }: PartProps & { today: string }) {
  const { invoiceNumberFormat, invoiceDueDays, invoiceSequence, paymentInstructions, taxNumber } = settings
  const [form, fields] = useForm<
    Record<"invoiceNumberFormat" | "invoiceDueDays" | "paymentInstructions" | "taxNumber", string | null>
  >({
    id: "invoicing-form",
    lastResult: result,
    defaultValue: {
      invoiceNumberFormat,
      invoiceDueDays: String(invoiceDueDays),
      paymentInstructions,
      taxNumber,
    },
  })
  return (
    <Part
      part="invoicing"
      title="Invoices"
      about={`The next one is ${formatInvoiceNumber(invoiceNumberFormat, invoiceSequence + 1, today)}.`}
      form={form}
    >
      <div className="columns">
        <Field
          meta={fields.invoiceNumberFormat}
          label="Number format"
          hint="{number} counts on without a gap; {year} is the year of issue."
          maxLength={40}
          spellCheck={false}
        />
        <Field
          meta={fields.invoiceDueDays}
          label="Days to pay"
          hint="From the day it is sent."
          inputMode="numeric"
        />
      </div>
      <TextAreaField
        meta={fields.paymentInstructions}
        label="Payment instructions"
        hint="Bank details, cash, checks: shown on every new invoice and in its email."
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
      title="Where families pay"
      about="Online payments go straight to the school’s own PayPal account. Without one, families follow your payment instructions above. Everyone in the office gets an email when this changes."
      form={form}
      save="Change the account"
    >
      <div className="columns">
        <Field
          meta={fields.payeeEmail}
          label="E-mail of the PayPal account"
          type="email"
          optional
          maxLength={254}
        />
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
