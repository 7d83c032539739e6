import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { DiscountChoice } from "~/components/money/family-merge/discount-choice"
import { FamilyComparison } from "~/components/money/family-merge/family-comparison"
import { JoiningAccount } from "~/components/money/family-merge/joining-account"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { notFound, orNotFound } from "~/http/responses.server"
import { compareFamilies } from "~/models/money/family-merge/compare-family.server"
import { DiscountStays } from "~/models/money/family-merge/family-merge"
import { hasDiscountChoice, previewAccount } from "~/models/money/family-merge/join-discounts.server"
import { whyNotMerged } from "~/models/money/family-merge/merge-families.server"
import { runMerge } from "~/models/overview/bulk/run-selection.server"
import { mergeFamiliesRefusals } from "~/texts/money/refusals"
import { newId } from "~/utils/ids.server"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "family:merge")
  const query = new URL(request.url).searchParams
  const [keepId, goneId] = [query.get("keep") ?? "", query.get("gone") ?? ""]
  const compared = compareFamilies(actor, { keepId, goneId })
  if (!compared || keepId === goneId) throw notFound()
  const { keep, gone } = compared
  const refusal = whyNotMerged(actor, { keepId, goneId })
  return {
    keep,
    gone,
    refusal: refusal ? mergeFamiliesRefusals[refusal] : null,
    account: previewAccount(actor, { keepId, goneId }),
    currency: actor.school.currency,
    formKey: newId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "family:merge")
  const form = await request.formData()
  const facts = { keepId: String(form.get("keep") ?? ""), goneId: String(form.get("gone") ?? "") }
  const compared = orNotFound(compareFamilies(actor, facts))
  const refusal = whyNotMerged(actor, facts)
  // Sent again, the form of a merge that is done leads to its page.
  if (refusal && refusal !== "merged")
    return data({ problem: mergeFamiliesRefusals[refusal], discount: undefined }, { status: 409 })
  const discount = DiscountStays.optional().safeParse(form.get("discount") ?? undefined)
  if (!discount.success || (!discount.data && hasDiscountChoice(actor, facts)))
    return data({ problem: undefined, discount: "Choose whose discount stays." }, { status: 400 })
  const formKey = String(form.get("key") ?? "").slice(0, 64) || newId()
  const taskId = await runMerge(actor, {
    kind: "merge-families",
    facts: { ...facts, discount: discount.data },
    name: compared.gone.name,
    formKey,
  })
  return redirect(paths.task(taskId), 303)
}

export const meta: MetaFunction = () => [{ title: "Merge families · Tutti" }]

export default function MergeFamilies() {
  const { keep, gone, refusal, account, currency, formKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const problem = answer?.problem ?? refusal
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.duplicates(), label: "Possible duplicates" }}
        title="Merge families"
        expression={`${gone.name} joins ${keep.name}`}
      />
      <FamilyComparison keep={keep} gone={gone} currency={currency} />
      <p>
        Students, guardians and everything on the account join the family you keep: items, invoices, payments,
        account credit and packages. Guardians who are in both stay once. Invoices keep their number and the
        name they were sent to.
      </p>
      <JoiningAccount
        account={account}
        balances={{ keepMinor: keep.balanceMinor, goneMinor: gone.balanceMinor }}
        currency={currency}
      />
      {gone.payers.length > 0 ? (
        <p>
          {joinNames(gone.payers.map(({ name }) => name))} {gone.payers.length === 1 ? "joins" : "join"} the
          payers of {keep.name} and {gone.payers.length === 1 ? "pays" : "pay"} nothing of new invoices until
          you say so under <Link to={paths.familyPayers(keep.id)}>Payers</Link>, unless that family has no
          payer yet. Each payer of {keep.name} then gets an invoice of their own.
        </p>
      ) : null}
      {problem ? (
        <Callout tone="red">
          <p role="alert">{problem}</p>
        </Callout>
      ) : null}
      <PostForm className="stack">
        <input type="hidden" name="keep" value={keep.id} />
        <input type="hidden" name="gone" value={gone.id} />
        <input type="hidden" name="key" value={formKey} />
        {refusal ? null : (
          <DiscountChoice keep={keep} gone={gone} discounts={account.discounts} problem={answer?.discount} />
        )}
        <div className="buttons">
          {refusal ? null : <SubmitButton pending="Merging…">Merge into {keep.name}</SubmitButton>}
          <Link to={paths.mergeFamilies({ keep: gone.id, gone: keep.id })}>
            Keep the other family instead
          </Link>
        </div>
      </PostForm>
    </div>
  )
}
