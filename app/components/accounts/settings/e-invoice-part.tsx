import { useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { schoolGaps } from "~/models/accounts/school/e-invoices"
import { MissingForEInvoice } from "./missing-for-e-invoice"
import type { PartProps } from "./school-parts"

/** Invoices that programs read, for schools in Europe. */
export function EInvoicePart({ settings, isUntaxed, result }: PartProps & { isUntaxed: boolean }) {
  const { sendsEInvoices, taxExemption } = settings
  return (
    <EditablePart
      id="e-invoices"
      title="E-invoices (ZUGFeRD / Factur-X)"
      about="New invoices and credit notes carry an e-invoice inside their PDF, which accounting programs read."
      isAnswered={result !== undefined}
      facts={[
        ["E-invoices", sendsEInvoices ? "On" : "Off"],
        ["Reason for no tax", taxExemption],
      ]}
      below={sendsEInvoices ? <MissingForEInvoice gaps={schoolGaps({ ...settings, isUntaxed })} /> : null}
    >
      <EInvoiceForm settings={settings} result={result} />
    </EditablePart>
  )
}

function EInvoiceForm({ settings: { sendsEInvoices, taxExemption }, result }: PartProps) {
  const [form, fields] = useForm<Record<"sendsEInvoices" | "taxExemption", string | null>>({
    id: "e-invoices-form",
    lastResult: result,
    defaultValue: { sendsEInvoices: sendsEInvoices ? "on" : null, taxExemption },
  })
  return (
    <PartForm part="e-invoices" form={form}>
      <CheckField
        meta={fields.sendsEInvoices}
        label="Add an e-invoice to each PDF"
        hint="Sent invoices stay as they are."
      />
      <Field
        meta={fields.taxExemption}
        label="Reason for no tax"
        hint="Printed where a line has no tax, such as: VAT exempt, § 4 No. 21 UStG"
        optional
        maxLength={200}
      />
    </PartForm>
  )
}
