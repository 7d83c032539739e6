import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { LateFeePart } from "~/components/money/prices/late-fee-part"
import { TaxPart } from "~/components/money/prices/tax-part"
import { TrialPart, TuitionPart } from "~/components/money/prices/tuition-part"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { addsTax, listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { findLateFeeRule } from "~/models/money/late-fee/late-fee.server"
import { findTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { findTrialPrice } from "~/models/teaching/price/trial-price.server"
import { changePriceRules } from "./price-rules.server"

/** The rules by which the school charges. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const { taxNumber } = findSchoolSettings(actor)
  return {
    rates: listTaxRates(actor),
    isAdded: addsTax(actor),
    taxNumber,
    lateFee: findLateFeeRule(actor),
    tuition: findTuitionRule(actor),
    trialPrice: findTrialPrice(actor),
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return changePriceRules(actor, await request.formData())
}

export const handle: FramedPage = {
  tab: "price-rules",
  title: "Prices",
  head: () => ({ expression: "tax, tuition, trials and late fees" }),
}

export const meta: MetaFunction = () => [{ title: "Prices · Tutti" }]

export default function Prices() {
  const { rates, isAdded, taxNumber, lateFee, tuition, trialPrice, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const intent = result?.initialValue?.intent
  const isTuition = intent === "tuition" || intent === "preview-tuition"
  return (
    <>
      <AnswerSummary formId={isTuition ? "tuition-form" : `${intent ?? "tax"}-form`} result={result} />
      <TaxPart
        key={`${rates.length} ${isAdded}`}
        rates={rates}
        isAdded={isAdded}
        taxNumber={taxNumber}
        currency={currency}
        result={result}
      />
      <TuitionPart
        key={JSON.stringify(tuition)}
        rule={tuition}
        currency={currency}
        plan={answer && "tuitionPlan" in answer ? answer.tuitionPlan : null}
        result={isTuition ? result : undefined}
      />
      <TrialPart key={trialPrice} price={trialPrice} result={intent === "trials" ? result : undefined} />
      <LateFeePart
        key={JSON.stringify(lateFee)}
        rule={lateFee}
        currency={currency}
        result={intent === "late-fee" ? result : undefined}
      />
    </>
  )
}
