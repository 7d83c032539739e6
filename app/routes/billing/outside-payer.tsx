import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { OutsidePayerDetails } from "~/components/money/payer/outside-payer-details"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { may } from "~/models/foundation/access/permissions"
import { OutsidePayerForm } from "~/models/money/payer/outside-payer-form"
import {
  changeOutsidePayer,
  countOpenOf,
  findOutsidePayer,
  removeOutsidePayer,
} from "~/models/money/payer/outside-payers.server"
import { findFamily } from "~/models/people/family/family.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = orNotFound(findFamily(actor, params.familyId ?? ""))
  const payer = orNotFound(findOutsidePayer(actor, family.id, params.payerId ?? ""))
  return {
    family: { id: family.id, name: family.name },
    payer,
    open: countOpenOf(actor, payer.id),
    canErase: may(actor, "school:administer"),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const which = { familyId: params.familyId ?? "", payerId: params.payerId ?? "" }
  if (!findOutsidePayer(actor, which.familyId, which.payerId)) throw notFound()
  const list = paths.familyPayers(which.familyId)
  return intents(request, paths.outsidePayer(which.familyId, which.payerId), {
    remove: act({
      run: () => removeOutsidePayer(actor, which),
      refusals: { "no-payer": 404, "open-invoices": () => openText(countOpenOf(actor, which.payerId)) },
      saved: ({ name }) => `${name} removed.`,
      to: list,
    }),
    else: intent({
      schema: OutsidePayerForm,
      run: (payer) => changeOutsidePayer(actor, which, payer),
      refusals: { "no-payer": 404 },
      saved: (_, { name }) => `${name} saved.`,
      to: list,
    }),
  })
}

const openText = (invoices: number) =>
  `This payer has part of ${countOf(invoices, "outstanding invoice")}. Wait until they’re paid, void them, or enter a last day under Pays through.`

export const meta = pageTitle<typeof loader>(
  (data) => `${data.payer.name}, ${data.family.name}`,
  "Payer, family",
)

export default function OutsidePayer() {
  const { family, payer, open, canErase } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const back = paths.familyPayers(family.id)
  return (
    <FormPage back={{ to: back, label: "Payers" }} title={payer.name} expression={family.name}>
      <p>
        <Link to={paths.statement(family.id, { payer: payer.id })}>Statement</Link>
      </p>
      <OutsidePayerDetails payer={payer} back={back} button="Save payer" result={result} />
      <h2>Remove this payer</h2>
      {open > 0 ? (
        <CalloutText>{openText(open)}</CalloutText>
      ) : (
        <PostForm>
          <p>The family pays what {payer.name} paid from the next invoice on. Sent invoices don’t change.</p>
          <SubmitRow label={`Remove ${payer.name}`} pending="Removing…" intent="remove" variant="danger" />
        </PostForm>
      )}
      {canErase ? (
        <p className="dim">
          Removed payers keep their name on invoices and payments.{" "}
          <Link to={paths.erasePerson({ noun: "payer", id: payer.id })}>Erase their personal data</Link>
        </p>
      ) : null}
    </FormPage>
  )
}
