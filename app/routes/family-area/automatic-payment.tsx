import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { agreeFormOf } from "~/components/money/auto-pay/agree-form"
import { OwnAutoPay } from "~/components/money/auto-pay/own-auto-pay"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents, titles } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import { agreementText } from "~/models/money/auto-pay/auto-pay"
import { AgreeForm } from "~/models/money/auto-pay/auto-pay-form"
import {
  autoPayRefusal,
  canAutoPay,
  findAutoPayRule,
  waysToSave,
} from "~/models/money/auto-pay/auto-pay-rule.server"
import { findOwnMethod } from "~/models/money/auto-pay/find-methods.server"
import { listOwnAutoPay } from "~/models/money/auto-pay/list-auto-pay.server"
import { startSaving } from "~/models/money/auto-pay/save-account.server"
import { endMethod, resumeMethod } from "~/models/money/auto-pay/saved-methods.server"
import { isPractice } from "~/models/money/payment-provider/payment-provider.server"
import { notStartedTexts, notStoppedText } from "~/texts/money/saved-methods"
import { chosenKey } from "~/utils/form-text"
import { paths } from "~/utils/paths"
import { platformWay } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  if (!canAutoPay(actor)) throw redirect(paths.studentInvoices())
  const refusal = autoPayRefusal(actor)
  const { daysBefore } = findAutoPayRule(actor)
  return {
    schoolName: actor.school.name,
    currency: actor.school.currency,
    families: listOwnAutoPay(actor).map(({ method, ...family }) => ({
      ...family,
      method: method
        ? {
            id: method.id,
            state: method.state,
            account: method.account,
            provider: method.provider,
            expires: method.expires,
            agreedOn: localDate(method.agreedAt, actor.school.timeZone),
            agreement: method.agreement,
          }
        : null,
    })),
    offers: waysToSave(actor).map((way) => ({
      way,
      agreement: agreementText({ schoolName: actor.school.name, daysBefore }, way),
      isPractice: isPractice(actor, way),
    })),
    refusal: refusal ? notStartedTexts[refusal] : null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  return intents(request, paths.studentAutoPayment(), {
    end: act({
      run: (form) => endMethod(actor, ownMethod(actor, form), "family"),
      refusals: { ended: "Automatic payment had already ended." },
      saved: ({ isBeingCharged }) => ({
        title: "Automatic payment ended.",
        text: `Announced charges won’t be made.${isBeingCharged ? ` ${notStoppedText}` : ""}`,
      }),
    }),
    resume: act({
      run: (form) => resumeMethod(actor, ownMethod(actor, form)),
      refusals: { "not-found": "Automatic payment isn’t paused." },
      saved: "Automatic payment resumed.",
    }),
    else: intent({
      schema: AgreeForm,
      run: ({ family, way }) => startSaving(actor, family, way),
      refusals: { ...titles(notStartedTexts), "no-family": 404 },
      to: ({ approveUrl }) => approveUrl,
    }),
  })
}

function ownMethod(actor: Actor, form: FormData) {
  const method = orNotFound(findOwnMethod(actor, chosenKey.catch("").parse(form.get("agreement"))))
  return method
}

export const meta: MetaFunction = () => [{ title: "Automatic payment · Tutti" }]

export default function AutomaticPayment() {
  const { schoolName, currency, families, offers, refusal } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const family = result?.initialValue?.family
  const way = result?.initialValue?.way
  const answered = families.find(({ familyId }) => familyId === family) ?? families[0]
  const isEmpty = families.every(({ method }) => method === null) && offers.length === 0
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.studentInvoices(), label: "All invoices" }}
        title="Automatic payment"
        expression={schoolName}
      />
      <AnswerSummary
        formId={agreeFormOf(answered?.familyId ?? "", String(way ?? platformWay))}
        result={result}
      />
      {families.length === 0 ? (
        <EmptyState>Only the people who pay your family’s invoices can set up automatic payment.</EmptyState>
      ) : isEmpty ? (
        <EmptyState>{refusal}</EmptyState>
      ) : (
        families.map((each) => (
          <section className="section" key={each.familyId} aria-labelledby={`family-${each.familyId}`}>
            <h2 id={`family-${each.familyId}`}>{each.familyName}</h2>
            <OwnAutoPay
              {...each}
              currency={currency}
              offers={offers}
              result={each.familyId === answered?.familyId ? result : undefined}
            />
          </section>
        ))
      )}
    </div>
  )
}
