import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FamilyAddress } from "~/components/money/payer/family-address"
import { NextInvoices } from "~/components/money/payer/next-invoices"
import { OutsidePayerList } from "~/components/money/payer/outside-payer-list"
import { PayerRulesForm } from "~/components/money/payer/payer-rules-form"
import { pageTitle } from "~/components/shell/frame"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { asTyped, type invalid, orNotFound } from "~/http/responses.server"
import { previewNext } from "~/models/money/invoice/next-invoices.server"
import { FamilyAddressForm, payersForm } from "~/models/money/payer/payer-form"
import { listPayers } from "~/models/money/payer/payer-key.server"
import { chosenRules, payersBy } from "~/models/money/payer/payer-rules"
import { changePayers, findPayerRules } from "~/models/money/payer/payer-rules.server"
import { changeFamilyAddress } from "~/models/people/family/change-address.server"
import { paths } from "~/utils/paths"

const refusals = {
  "other-guardians": "This family’s payers have changed. Check the choices and save again.",
  "not-whole": "Enter shares that add up to 100%.",
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, params.familyId)
  const rules = orNotFound(findPayerRules(actor, family.id))
  return {
    family: { id: family.id, name: family.name, address: family.address },
    rules,
    next: previewNext(actor, family.id, listPayers(actor, family)) ?? null,
    currency: actor.school.currency,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { id: familyId } = await requireLivingFamily(actor, params.familyId)
  const rules = orNotFound(findPayerRules(actor, familyId))
  const form = await request.formData()
  const idsOf = (name: string) => form.getAll(name).map(String).slice(0, 50)
  const schema = payersForm(idsOf("guardian[]"), idsOf("payer[]"))
  return intents(form, paths.family(familyId), {
    preview: intent({
      schema,
      run: (payers, _form, submission) => {
        const next = previewNext(actor, familyId, payersBy(chosenRules(rules, payers))) ?? null
        return data({ result: asTyped(submission), next })
      },
    }),
    address: intent({
      schema: FamilyAddressForm,
      run: ({ address }) => changeFamilyAddress(actor, familyId, address),
      refusals: { "no-family": 404 },
      saved: "Address saved.",
      to: paths.familyPayers(familyId),
    }),
    else: intent({
      schema,
      run: (payers) => changePayers(actor, familyId, payers),
      status: 409,
      refusals: { ...refusals, "no-family": 404 },
      saved: "Payers saved.",
    }),
  })
}

const _withoutPreview = ({ data: answer, init }: ReturnType<typeof invalid>) =>
  data({ ...answer, next: undefined }, init ?? undefined)

export const meta = pageTitle<typeof loader>((data) => `Payers, ${data.family.name}`, "Payers, family")

export default function FamilyPayers() {
  const { family, rules, next, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const typed = answer && "next" in answer ? answer : undefined
  const isOfAddress = answer?.result?.initialValue?.intent === "address"
  const back = paths.family(family.id)
  return (
    <div className="stack">
      <PageHead back={{ to: back, label: "Family billing" }} title="Payers" expression={family.name} />
      {rules.guardians.length === 0 ? (
        <Callout>
          <p>
            This family has no guardians, so {rules.itself.name} pays what no other payer does.{" "}
            <Link to={back}>Back to billing</Link>
          </p>
        </Callout>
      ) : null}
      {rules.guardians.length === 0 && !rules.others.some(({ hasEnded }) => !hasEnded) ? null : (
        <div className="two-columns">
          <PayerRulesForm rules={rules} back={back} result={isOfAddress ? undefined : answer?.result} />
          <NextInvoices next={typed ? typed.next : next} isTyped={typed !== undefined} currency={currency} />
        </div>
      )}
      <FamilyAddress address={family.address} result={isOfAddress ? answer?.result : undefined} />
      <OutsidePayerList payers={rules.others} familyId={family.id} />
    </div>
  )
}
