import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, TextAreaField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { AnswerSummary } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { billedTo, changeBillingAddress } from "~/models/accounts/billing-address/billing-address.server"
import { BillingAddressForm } from "~/models/accounts/billing-address/billing-address-form"
import { paths } from "~/utils/paths"

const formId = "billing-address"

/** To whom our receipts are made out. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  return billedTo(actor)
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const submission = readForm(await request.formData(), { schema: BillingAddressForm })
  if (submission.status !== "success") return invalid(submission)
  changeBillingAddress(actor, submission.value)
  return redirectWithToast(paths.subscriptionSettings(), "Billing address saved. New receipts use it.")
}

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({ title: "Billing address", column: "stack narrow" })

export default function BillingAddress() {
  const billed = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={formId} result={result} />
      <p className="back-link">
        <Link to={paths.subscriptionSettings()}>Subscription</Link>
      </p>
      <EditablePart
        id="address"
        title="Name and address"
        about="Your receipts from Tutti are made out to this name and address. Receipts of earlier payments don’t change."
        isAnswered={result !== undefined}
        facts={[
          ["Name", billed.name],
          ["Address", billed.address],
          ["Tax number", billed.taxNumber],
        ]}
      >
        <AddressForm billed={billed} result={result} />
      </EditablePart>
    </>
  )
}

type AddressFormProps = { billed: BillingAddressForm; result?: SubmissionResult }

function AddressForm({ billed, result }: AddressFormProps) {
  const [form, fields] = useForm<BillingAddressForm>({ id: formId, lastResult: result, defaultValue: billed })
  return (
    <PartForm part="address" form={form}>
      <Field meta={fields.name} label="Name" autoComplete="organization" maxLength={120} optional />
      <TextAreaField meta={fields.address} label="Address" rows={4} maxLength={400} optional />
      <Field
        meta={fields.taxNumber}
        label="Tax number"
        hint="For example, your VAT number."
        autoComplete="off"
        maxLength={40}
        optional
      />
    </PartForm>
  )
}
