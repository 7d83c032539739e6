import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { AddressFields, shownAddress } from "~/components/form/address-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { PostalAddress } from "~/utils/postal-address"

type FamilyAddressProps = { address: string | null; result?: SubmissionResult }

/** Where a family's invoices go, unless a payer has an address of their own. */
export function FamilyAddress({ address, result }: FamilyAddressProps) {
  const [form, fields] = useForm<{ address: PostalAddress }>({
    id: "family-address",
    lastResult: result,
    defaultValue: { address: shownAddress(address) },
  })
  return (
    <section className="section" aria-labelledby="address-heading">
      <h2 id="address-heading">Address</h2>
      <ErrorSummary form={form} />
      <PostForm edits className="form narrow" {...getFormProps(form)}>
        <AddressFields
          meta={fields.address}
          label="The family’s address"
          hint="Street and house number. Printed on invoices to payers without a billing address."
          of="the family"
          optional
        />
        <p className="buttons">
          <SubmitButton pending="Saving…" intent="address" isMain>
            Save address
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
