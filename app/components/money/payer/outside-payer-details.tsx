import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { AddressFields, shownAddress } from "~/components/form/address-fields"
import { DateField, Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import type { OutsidePayer } from "~/models/money/payer/payer-rules"
import type { PostalAddress } from "~/utils/postal-address"

type OutsidePayerDetailsProps = {
  payer?: OutsidePayer
  back: string
  button: string
  result?: SubmissionResult
}

type Fields = Record<"name" | "email" | "taxNumber" | "reference" | "endsOn", string> & {
  address: PostalAddress
}

/** The details of someone who pays without being a guardian. */
export function OutsidePayerDetails({ payer, back, button, result }: OutsidePayerDetailsProps) {
  const [form, fields] = useForm<Fields>({
    id: "payer",
    lastResult: result,
    defaultValue: {
      name: payer?.name ?? "",
      email: payer?.email ?? "",
      address: shownAddress(payer?.address),
      taxNumber: payer?.taxNumber ?? "",
      reference: payer?.reference ?? "",
      endsOn: payer?.endsOn ?? "",
    },
  })
  const { name, email, address, taxNumber, reference, endsOn } = fields
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm edits={payer !== undefined} className="form" {...getFormProps(form)}>
        <Field meta={name} label="Name" hint="A person, company, office or foundation" maxLength={120} />
        <Field
          meta={email}
          type="email"
          label="Email"
          hint="Invoices go here, with a link that opens and pays each. There’s no login."
          maxLength={254}
          autoComplete="off"
        />
        <AddressFields meta={address} label="Address" hint="Street and house number" optional />
        <Field meta={taxNumber} label="Tax number" maxLength={60} optional />
        <Field
          meta={reference}
          label="Reference"
          hint="Printed on their invoices, such as a file or order number"
          maxLength={120}
          optional
        />
        <DateField
          meta={endsOn}
          label="Pays through"
          hint="The last day on which invoices are shared with them. Leave blank for no end."
          optional
        />
        <SubmitRow label={button} pending="Saving…" intent="save" isMain cancel={back} />
        <p className="small dim">Sent invoices keep the details they were sent with.</p>
      </PostForm>
    </>
  )
}
