import { useForm } from "@conform-to/react"
import { CurrentPassword, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { formatIban } from "~/utils/iban"
import type { PartProps } from "./school-parts"

type Fields = Record<"bankHolder" | "bankIban" | "bankBic" | "currentPassword", string | null>

/** The bank account that families transfer to. */
export function BankPart({ settings, result }: PartProps) {
  const { bankHolder, bankIban, bankBic, currency } = settings
  const code =
    currency === "EUR" ? " with a QR code that banking apps read" : "; a QR code is added for euros only"
  return (
    <EditablePart
      id="bank"
      title="Bank transfer"
      about={`Shown on new invoices, their PDF and email${code}. All administrators get an email when this changes.`}
      isAnswered={result !== undefined}
      facts={[
        ["Account holder", bankHolder],
        ["IBAN", bankIban && formatIban(bankIban)],
        ["BIC", bankBic],
      ]}
    >
      <BankForm settings={settings} result={result} />
    </EditablePart>
  )
}

function BankForm({ settings, result }: PartProps) {
  const { bankHolder, bankIban, bankBic } = settings
  const [form, fields] = useForm<Fields>({
    id: "bank-form",
    lastResult: result,
    defaultValue: { bankHolder, bankIban: bankIban && formatIban(bankIban), bankBic },
  })
  return (
    <PartForm part="bank" form={form} save="Change bank account">
      <Field meta={fields.bankHolder} label="Account holder" optional maxLength={70} />
      <div className="columns">
        <Field meta={fields.bankIban} label="IBAN" optional maxLength={50} spellCheck={false} />
        <Field meta={fields.bankBic} label="BIC" optional maxLength={20} spellCheck={false} />
      </div>
      <CurrentPassword meta={fields.currentPassword} />
    </PartForm>
  )
}
