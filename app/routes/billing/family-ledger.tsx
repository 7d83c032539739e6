import type { SubmissionResult } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { LedgerTable } from "~/components/money/invoice/ledger-table"
import { PayerShares } from "~/components/money/invoice/payer-shares"
import { RecordPayment } from "~/components/money/invoice/record-payment"
import { FamilyPackages } from "~/components/money/package/family-packages"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { familyBalance, familyLedger } from "~/models/money/ledger/ledger.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import { paymentRefusalFields, paymentRefusals } from "~/models/money/payment/payment"
import { recordPayment } from "~/models/money/payment/payment.server"
import { PaymentForm } from "~/models/money/payment/payment-form"
import { findFamily } from "~/models/people/family/family.server"
import { changePayerShares, type SharesRefusal } from "~/models/people/family/payer-shares.server"
import { sharesForm } from "~/models/people/family/shares-form"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const family = findFamily(actor, params.familyId ?? "")
  if (!family) throw notFound()
  return {
    family,
    entries: familyLedger(actor, family.id),
    balanceMinor: familyBalance(actor, family.id),
    packages: listFamilyPackages(actor, family.id),
    unbilled: sumUnbilledCharges(actor, { familyId: family.id }),
    currency: actor.school.currency,
    today: today(actor.school.timeZone, now()),
  }
}

const refusals: Record<SharesRefusal, string> = {
  "no-family": "This family isn’t in your school.",
  "other-guardians": "This family’s guardians have changed. Check the shares and save again.",
  "not-whole": "Enter shares that add up to 100%.",
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = findFamily(actor, params.familyId ?? "")
  if (!family) throw notFound()
  const form = await request.formData()
  if (form.get("intent") === "pay") return pay(actor, family.id, form)
  const guardianIds = form.getAll("guardian[]").map(String).slice(0, 50)
  const submission = readForm(form, { schema: sharesForm(guardianIds.length) })
  if (submission.status !== "success") return invalid(submission)
  const shares = new Map(guardianIds.map((id, index) => [id, submission.value[`share${index}`] ?? 0]))
  const changed = changePayerShares(actor, family.id, shares)
  if (!changed.ok) return invalid(submission, { form: refusals[changed.reason] }, 409)
  return redirectWithToast(paths.family(family.id), "Shares saved.")
}

/** A payment for the family as a whole: it goes to its oldest unpaid invoices. */
function pay(actor: Actor, familyId: string, form: FormData) {
  const submission = readForm(form, { schema: PaymentForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount, payer, reference, ...facts } = submission.value
  const recorded = recordPayment(actor, {
    ...facts,
    familyId,
    amountMinor: amount,
    payerName: payer,
    providerReference: reference,
  })
  if (recorded.ok)
    return redirectWhenReplicated(
      paths.family(familyId),
      `${formatMoney(amount, actor.school.currency)} from ${payer} recorded.`,
    )
  const field = paymentRefusalFields[recorded.reason] ?? "form"
  return invalid(submission, { [field]: paymentRefusals[recorded.reason] }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.family.name ?? "Family"}, billing · Tutti` },
]

export default function FamilyLedger() {
  const { family, entries, currency } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="stack">
      <AnswerSummary formId={isPayment(result) ? "payment" : "shares"} result={result} />
      <PageHead
        back={{ to: paths.billing(), label: "Invoices" }}
        title={family.name}
        expression={family.students.map(({ firstName }) => firstName).join(", ") || undefined}
        actions={
          <LinkButton to={paths.newInvoice({ family: family.id })} variant="primary">
            New invoice
          </LinkButton>
        }
      />
      <div className="two-columns">
        <section className="section" aria-labelledby="ledger">
          <header>
            <h2 id="ledger">Activity</h2>
            <p className="no-print">
              <Link to={paths.billing({ family: family.id })}>View invoices</Link>
            </p>
          </header>
          {entries.length === 0 ? (
            <EmptyState>No activity yet. This family’s invoices and payments appear here.</EmptyState>
          ) : (
            <LedgerTable
              entries={entries}
              currency={currency}
              addressOf={({ kind, id }) => {
                if (kind === "refund") return undefined
                return kind === "payment" ? paths.paymentReceipt(id) : paths.invoice(id)
              }}
            />
          )}
        </section>
        <Side />
      </div>
    </div>
  )
}

/** This page has two forms; only the payment's has an amount. */
const isPayment = (result: SubmissionResult | undefined) => result?.initialValue?.intent !== "shares"

function Side() {
  const { family, balanceMinor, unbilled, packages, currency, today: day } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <div className="sheet">
      <h2>Balance</h2>
      <LedgerList
        rows={[
          {
            label: (
              <Link to={paths.newInvoice({ family: family.id })}>
                Ready to invoice, {countOf(unbilled.charges, "item")}
              </Link>
            ),
            amount: money(unbilled.amountMinor),
          },
        ]}
        total={{
          label: balanceMinor < 0 ? "Account credit" : "Balance due",
          amount: money(Math.abs(balanceMinor)),
        }}
      />
      {balanceMinor > 0 ? (
        <details className="no-print" open={isPayment(result)}>
          <summary>Record a payment</summary>
          <p className="small dim">Applied to the oldest unpaid invoices first.</p>
          <RecordPayment
            key={balanceMinor}
            amount={plainAmount(balanceMinor)}
            payer={family.guardians[0]?.name ?? family.name}
            today={day}
            result={isPayment(result) ? result : undefined}
          />
        </details>
      ) : null}
      <FamilyPackages packages={packages} familyId={family.id} />
      <h2>Payers</h2>
      {family.guardians.length === 0 ? (
        <p className="dim">No guardians. Invoices go to the student or the family.</p>
      ) : (
        <>
          <ul className="rows">
            {family.guardians.map(({ id, name, relation, email }) => (
              <li key={id}>
                <span>
                  {name}
                  {relation ? <span className="dim"> {relation.toLowerCase()}</span> : null}
                  <br />
                  <span className="small dim">{email ?? "No email"}</span>
                </span>
              </li>
            ))}
          </ul>
          <PayerShares
            key={family.guardians.map(({ payerShare }) => payerShare).join()}
            guardians={family.guardians}
            result={isPayment(result) ? undefined : result}
          />
        </>
      )}
    </div>
  )
}
