import { useForm } from "@conform-to/react"
import { CurrentPassword, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { platformProvider } from "~/utils/payment-providers"
import type { PartProps } from "./school-parts"

/** The school's account at the provider that families pay to. */
export function PayeePart({ settings, result }: PartProps) {
  return (
    <EditablePart
      id="payee"
      title="Online payments"
      about={`Families pay straight to your school’s ${platformProvider} account. Without one, they follow your payment instructions above, and automatic payments through ${platformProvider} end, which we email the payers. All administrators get an email when this changes.`}
      isAnswered={result !== undefined}
      facts={[[`${platformProvider} account`, settings.payeeEmail]]}
    >
      <PayeeForm settings={settings} result={result} />
    </EditablePart>
  )
}

function PayeeForm({ settings, result }: PartProps) {
  const [form, fields] = useForm<Record<"payeeEmail" | "currentPassword", string | null>>({
    id: "payee-form",
    lastResult: result,
    defaultValue: { payeeEmail: settings.payeeEmail },
  })
  return (
    <PartForm part="payee" form={form} save={`Change ${platformProvider} account`}>
      <div className="columns">
        <Field
          meta={fields.payeeEmail}
          label={`${platformProvider} account email`}
          type="email"
          optional
          maxLength={254}
        />
        <CurrentPassword meta={fields.currentPassword} />
      </div>
    </PartForm>
  )
}
