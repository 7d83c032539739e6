import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { AutoPayRuleForm, autoPayFormId } from "~/components/money/auto-pay/auto-pay-rule-form"
import { PolicyLine } from "~/components/overview/policies/policy-list"
import { familyColumn } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { amountColumn, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { may } from "~/models/foundation/access/permissions"
import { emailedToast } from "~/models/foundation/outbox/bounce"
import { holdCharge, releaseCharge } from "~/models/money/auto-pay/announce-charges.server"
import { chargeStateLabels, declineText, expiryText } from "~/models/money/auto-pay/auto-pay"
import { HoldChargeForm } from "~/models/money/auto-pay/auto-pay-form"
import { autoPayRefusal, findAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { findMethod } from "~/models/money/auto-pay/find-methods.server"
import { listCharges, listPayers } from "~/models/money/auto-pay/list-auto-pay.server"
import { endMethod } from "~/models/money/auto-pay/saved-methods.server"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { releaseRefusals } from "~/texts/money/refusals"
import { unannouncedText } from "~/texts/money/saved-methods"
import { chosenKey } from "~/utils/form-text"
import { countOf, formatDate } from "~/utils/formats"
import { PER_PAGE, pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"
import { autoPayIntent } from "../settings/rule-forms.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const hold = searchParams.get("hold")
  // The charge whose hold is being written is there alone, whichever page it is on.
  const held = hold ? listCharges(actor, { page: 1, perPage: 1 }, hold) : undefined
  const holding = held?.rows[0]?.id ?? null
  const charges =
    held && holding ? held : listCharges(actor, { page: pageOf(searchParams), perPage: PER_PAGE })
  const payers = listPayers(actor, { page: pageOf(searchParams, "payers"), perPage: PER_PAGE })
  const rule = findAutoPayRule(actor)
  return {
    rule,
    setsRules: may(actor, "school:settings"),
    canEnd: may(actor, "payment:record"),
    lacksAccount: rule.isOffered && autoPayRefusal(actor) !== undefined,
    currency: actor.school.currency,
    holding,
    charges: charges.rows,
    pages: paged(request, charges.total),
    payers: payers.rows.map(({ agreedAt, ...payer }) => ({
      ...payer,
      agreedOn: localDate(agreedAt, actor.school.timeZone),
    })),
    payerPages: paged(request, payers.total, PER_PAGE, "payers"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return intents(request, paths.automaticPayments(), {
    hold: intent({
      schema: HoldChargeForm,
      run: (hold) => holdCharge(actor, hold),
      refusals: { "no-charge": 404, "too-late": { title: "This charge can’t be held anymore." } },
      saved: "The charge is on hold.",
    }),
    release: act({
      run: (form) => releaseCharge(actor, chosenKey.catch("").parse(form.get("charge"))),
      refusals: { ...releaseRefusals, "no-charge": 404 },
      saved: ({ chargeOn }) => `Charge announced again for ${formatDate(chargeOn, "medium", actor.school)}.`,
    }),
    end: act({
      run: async (form) => {
        await requireMember(request, "payment:record")
        const method = findMethod(actor, chosenKey.catch("").parse(form.get("agreement")))
        return method ? endMethod(actor, method, "office") : false
      },
      refusals: { ended: "Automatic payment had already ended." },
      saved: ({ reach }) => emailedToast("Automatic payment ended.", reach, "We’ve emailed the payer."),
    }),
    else: autoPayIntent(actor),
  })
}

export const { handle, meta } = framed({ tab: "payments", title: "Automatic payments" })

export default function AutomaticPayments() {
  const { rule, setsRules, lacksAccount, charges, pages, holding } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const isHold = result?.initialValue?.intent === "hold"
  return (
    <>
      <AnswerSummary formId={isHold ? holdChargeFormId : autoPayFormId} result={result} />
      {setsRules && (isHold || !result) ? (
        <PolicyLine
          part="automatic-payment"
          label="Automatic payment"
          text={
            rule.isOffered
              ? `Families can turn it on. We announce each charge ${countOf(rule.daysBefore, "day")} ahead.`
              : null
          }
        />
      ) : (
        <AutoPayRuleForm key={JSON.stringify(rule)} rule={rule} result={isHold ? undefined : result} />
      )}
      {lacksAccount ? (
        <CalloutText tone="amber">
          Families can’t set it up yet: add your{" "}
          {hasPlatformProvider() ? `Stripe or ${platformProvider}` : "Stripe"} account in{" "}
          <Link to={paths.schoolSettings()}>school settings</Link>.
          {hasPlatformProvider() ? ` ${platformProvider} doesn’t take every currency.` : null}
        </CalloutText>
      ) : null}
      <section className="section" aria-labelledby="charges">
        <h2 id="charges">Charges</h2>
        {charges.length === 0 ? (
          <EmptyState>No charges are announced. They appear here some days before they’re made.</EmptyState>
        ) : (
          <ChargeTable result={isHold ? result : undefined} />
        )}
        {holding ? null : <Pagination {...pages} of="charges" />}
      </section>
      <Payers />
    </>
  )
}

function Payers() {
  const { payers, payerPages, canEnd } = useLoaderData<typeof loader>()
  return (
    <section className="section" aria-labelledby="payers">
      <h2 id="payers">Payers</h2>
      <DataTable
        caption="Who pays automatically"
        middle
        rows={payers}
        empty="No one pays automatically yet. Payers set it up under Invoices in their family pages."
        columns={[
          familyColumn,
          { label: "Payer", cell: ({ payer }) => payer },
          {
            label: "Paid with",
            cell: ({ account, provider, expires }) =>
              `${account ?? providerLabels[provider]}${expires ? `, expires ${expiryText(expires)}` : ""}`,
          },
          { label: "Agreed", cell: ({ agreedOn }) => formatDate(agreedOn, "medium") },
          {
            label: "Status",
            cell: ({ state }) => (state === "paused" ? "Paused after a decline" : "Active"),
          },
          {
            label: "End",
            cell: ({ id, payer }) =>
              !canEnd ? null : (
                <ActButton
                  label="End"
                  sends={{ agreement: id }}
                  intent="end"
                  pending="Ending…"
                  variant="plain"
                  about={`the automatic payment of ${payer}`}
                />
              ),
          },
        ]}
      />
      <Pagination {...payerPages} of="payers" />
    </section>
  )
}

const holdChargeFormId = "hold-charge"

type ChargeRow = ReturnType<typeof useLoaderData<typeof loader>>["charges"][number]

/** The automatic charges that are announced, held, under way or given up. */
function ChargeTable({ result }: { result?: SubmissionResult }) {
  const { charges, currency, holding } = useLoaderData<typeof loader>()
  return (
    <DataTable
      caption="Automatic charges, the next one first"
      middle
      rows={charges}
      columns={[
        {
          label: "Invoice",
          cell: ({ invoiceId, number }) => <Link to={paths.invoice(invoiceId)}>{number}</Link>,
        },
        familyColumn,
        { label: "Charge date", cell: ({ nextTryOn }) => formatDate(nextTryOn, "medium") },
        { label: "Status", cell: (charge) => statusOf(charge) },
        amountColumn("amountMinor", currency),
        {
          label: "Hold",
          cell: ({ id, state, number }) =>
            state === "held" ? (
              <ActButton
                label="Release"
                sends={{ charge: id }}
                intent="release"
                pending="Releasing…"
                variant="plain"
                about={`the charge of ${number}`}
              />
            ) : state !== "announced" ? null : holding === id ? (
              <HoldForm chargeId={id} result={result} />
            ) : (
              <Link to={paths.automaticPayments({ hold: id })} aria-label={`Hold the charge of ${number}`}>
                Hold
              </Link>
            ),
        },
      ]}
    />
  )
}

const statusOf = ({ state, failures, holdKind, holdReason, declineReason, provider }: ChargeRow): string => {
  const why = declineReason ? `: ${declineText(declineReason, provider)}` : ""
  if (state === "held") return `On hold: ${holdReason ?? ""}`
  if (state === "announced" && failures > 0) return `Declined, try ${failures + 1} of 3${why}`
  if (state === "failed" && holdKind === "unannounced") return `Given up: ${unannouncedText}`
  return state === "failed" ? `${chargeStateLabels[state]}${why}` : chargeStateLabels[state]
}

function HoldForm({ chargeId, result }: { chargeId: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ reason: string }>({ id: holdChargeFormId, lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ charge: chargeId }}>
      <Field meta={fields.reason} label="Reason" maxLength={200} />
      <SubmitRow
        label="Hold charge"
        intent="hold"
        variant="secondary"
        pending="Holding…"
        cancel={paths.automaticPayments()}
      />
    </PostForm>
  )
}
