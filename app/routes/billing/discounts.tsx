import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ApplyDiscount, DiscountRules, NewDiscount } from "~/components/money/prices/discount-parts"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { act, idIn, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { may } from "~/models/foundation/access/permissions"
import { asksForNames, nothingSought, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { applyDiscount, previewDiscount, undoDiscount } from "~/models/money/charge/apply-discount.server"
import { ApplyDiscountForm, DiscountForm } from "~/models/money/discount/discount-form"
import {
  addDiscountRule,
  endDiscountRule,
  listDiscountRules,
  moveDiscountUp,
} from "~/models/money/discount/discount-rules.server"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const rules = listDiscountRules(actor)
  const asked = new URL(request.url).searchParams.get("apply")
  const applied = rules.find(({ id }) => id === asked)
  return {
    rules,
    apply: applied ? { rule: applied, ...previewDiscount(actor, applied.id) } : null,
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
    const { ruleId } = added
    const reached = previewDiscount(actor, ruleId).charges
    return redirectWithToast(
      reached > 0 ? `${paths.discounts({ apply: ruleId })}#apply` : paths.discounts(),
      reached > 0
        ? `${submission.value.name} added. Choose whether it also applies to charges not invoiced yet.`
        : `${submission.value.name} added. It applies to new charges.`,
    )
  }
  return intents(request, paths.discounts(), {
    find: addDiscount,
    "add-discount": addDiscount,
    "end-discount": act({
      run: (form) => endDiscountRule(actor, idIn(form, "rule")),
      saved: ({ name }) => `${name} ended. Charges already made keep it.`,
    }),
    "apply-discount": (form) => {
      const submission = readForm(form, { schema: ApplyDiscountForm })
      if (submission.status !== "success") throw notFound()
      const { rule, ...seen } = submission.value
      const applied = applyDiscount(actor, rule, seen)
      if (!applied.ok && applied.reason === "not-found") throw notFound()
      if (!applied.ok)
        return redirectWithToast(`${paths.discounts({ apply: rule })}#apply`, {
          tone: "bad",
          title: "The charges have changed. Check them again.",
        })
      return redirectWithUndo(
        paths.discounts(),
        `${applied.name} applied to ${countOf(applied.charges, "charge")} not invoiced yet.`,
        { to: paths.discounts(), fields: { intent: "undo-apply-discount", rule, at: String(applied.at) } },
      )
    },
    "undo-apply-discount": act({
      run: (form) => undoDiscount(actor, idIn(form, "rule"), Number(form.get("at"))),
      refusals: {
        "nothing-left": { title: "Not undone.", text: "The charges were changed or invoiced since." },
      },
      saved: ({ name, charges }) => `${name} taken off ${countOf(charges, "charge")} again.`,
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
  const { rules, apply, families, source, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  return (
    <>
      <AnswerSummary formId="add-discount-form" result={result} />
      {apply ? <ApplyDiscount {...apply} currency={currency} /> : null}
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
