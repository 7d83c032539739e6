import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { DiscountRules, NewDiscount } from "~/components/money/prices/discount-parts"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { act, idIn, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { may } from "~/models/foundation/access/permissions"
import { asksForNames, nothingSought, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { DiscountForm } from "~/models/money/discount/discount-form"
import {
  addDiscountRule,
  endDiscountRule,
  listDiscountRules,
  moveDiscountUp,
} from "~/models/money/discount/discount-rules.server"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return {
    rules: listDiscountRules(actor),
    families: offerFamilyNames(actor, nothingSought),
    source: may(actor, "invoice:issue") ? paths.familyNames() : undefined,
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const addDiscount = (form: FormData) => {
    const submission = readForm(form, { schema: DiscountForm })
    const families = offerFamilyNames(actor, readNameWish(form, "family"))
    if (asksForNames(form)) return answerSearch(form, submission, { families })
    const refuse = (refusal?: Record<string, string>) =>
      data({ ...invalid(submission, refusal).data, families }, { status: 400 })
    if (submission.status !== "success") return refuse()
    const added = addDiscountRule(actor, submission.value)
    if (!added.ok)
      return added.reason === "twin"
        ? refuse({ name: "You have this discount already. Change its name or terms to add another." })
        : refuse({ family: "Choose a family of your school." })
    return redirectWithToast(paths.discounts(), `${submission.value.name} added. It applies to new charges.`)
  }
  return intents(request, paths.discounts(), {
    find: addDiscount,
    "add-discount": addDiscount,
    "end-discount": act({
      run: (form) => endDiscountRule(actor, idIn(form, "rule")),
      saved: ({ name }) => `${name} ended. Charges already made keep it.`,
    }),
    "move-discount": act({
      run: (form) => moveDiscountUp(actor, idIn(form, "rule")),
      saved: ({ name }) => `${name} moved up.`,
    }),
  })
}

export const handle: FramedPage = {
  tab: "discounts",
  title: "Discounts",
  head: () => ({ expression: "taken off automatically" }),
}

export const meta: MetaFunction = () => [{ title: "Discounts · Tutti" }]

export default function Discounts() {
  const { rules, families, source, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  return (
    <>
      <AnswerSummary formId="add-discount-form" result={result} />
      <DiscountRules rules={rules} currency={currency} />
      <NewDiscount
        key={rules.length}
        families={answer?.families ?? families}
        source={source}
        currency={currency}
        result={result}
      />
    </>
  )
}
