import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { OutsidePayerDetails } from "~/components/money/payer/outside-payer-details"
import { pageTitle } from "~/components/shell/frame"
import { notFound, requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { OutsidePayerForm } from "~/models/money/payer/outside-payer-form"
import { addOutsidePayer } from "~/models/money/payer/outside-payers.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, params.familyId)
  return { family: { id: family.id, name: family.name } }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, params.familyId)
  const submission = readForm(await request.formData(), { schema: OutsidePayerForm })
  if (submission.status !== "success") return invalid(submission)
  const added = addOutsidePayer(actor, family.id, submission.value)
  if (added.ok)
    return redirectWithToast(
      paths.familyPayers(family.id),
      `${submission.value.name} added. Choose what they pay.`,
    )
  if (added.reason === "no-family") throw notFound()
  const refusal: Record<string, string> =
    added.reason === "twin"
      ? { name: "This payer is in the family already." }
      : { form: "This family has six payers already. Remove one first." }
  return invalid(submission, refusal, 409)
}

export const meta = pageTitle<typeof loader>(
  (data) => `Add a payer, ${data.family.name}`,
  "Add a payer, family",
)

export default function NewOutsidePayer() {
  const { family } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const back = paths.familyPayers(family.id)
  return (
    <FormPage back={{ to: back, label: "Payers" }} title="Add a payer" expression={family.name}>
      <p className="small dim">
        Each payer of the family then gets an invoice of their own. You can change that with the shares.
      </p>
      <OutsidePayerDetails back={back} button="Add payer" result={result} />
    </FormPage>
  )
}
