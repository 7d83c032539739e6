import type { SubmissionResult } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { AnswerSummary } from "~/components/form/post-form"
import { HistoryList } from "~/components/foundation/history/history-list"
import { FamilyAutoPay } from "~/components/money/auto-pay/invoice-charges"
import { ApplyCredit } from "~/components/money/invoice/apply-credit"
import { FamilyDue } from "~/components/money/invoice/family-due"
import { OpeningBalancePart, openingFormId } from "~/components/money/invoice/opening-balance-part"
import { PayerList } from "~/components/money/invoice/payer-list"
import { PayerShares } from "~/components/money/invoice/payer-shares"
import { RecordPayment } from "~/components/money/invoice/record-payment"
import { WrittenOffInvoices } from "~/components/money/invoice/written-off"
import { FamilyPackages } from "~/components/money/package/packages"
import { pauseFormId, ReminderPause } from "~/components/money/reminder/reminder-pause"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { amountColumn, DataTable, EmptyState } from "~/components/ui/data-table"
import { useHasRight } from "~/components/ui/limits"
import { orNotFound, requireMember, requireRight } from "~/http/guards.server"
import { act, intent, intents, titled } from "~/http/intents.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { balanceOfPage, familyOfPage } from "~/http/page-reads.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listPayers } from "~/models/money/auto-pay/list-auto-pay.server"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { entryDay } from "~/models/money/closing/closing.server"
import { rhythmLabels } from "~/models/money/installment/installment-labels"
import { findPlanRule } from "~/models/money/installment/plans.server"
import type { LedgerEntry } from "~/models/money/ledger/ledger"
import { familyLedger } from "~/models/money/ledger/ledger.server"
import { entryText } from "~/models/money/ledger/money-history"
import { openingForm } from "~/models/money/opening-balance/opening-balance"
import {
  enterOpening,
  findOpening,
  removeOpening,
} from "~/models/money/opening-balance/opening-balance.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import { sharesDecide } from "~/models/money/payer/payer-rules"
import { findPayerRules } from "~/models/money/payer/payer-rules.server"
import { listOpenInvoices } from "~/models/money/payment/allocate.server"
import { ApplyCreditForm } from "~/models/money/payment/payment-form"
import { applyCredit, creditUses } from "~/models/money/payment/spare-credit.server"
import { findPause } from "~/models/money/reminder/reminder-pause.server"
import { listFamilyHires } from "~/models/money/rental/rentals.server"
import { listRedeemed } from "~/models/money/voucher/vouchers.server"
import { listWrittenOff } from "~/models/money/write-off/write-off.server"
import { findMergedInto } from "~/models/people/family/merged-family.server"
import { changePayerShares } from "~/models/people/family/payer-shares.server"
import { sharesForm } from "~/models/people/family/shares-form"
import {
  applyCreditRefusals,
  openingMessages,
  openingRefusals,
  removeOpeningRefusals,
} from "~/texts/money/refusals"
import { sharesRefusals } from "~/texts/people/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { historyOf } from "./invoice-links.server"
import { rightForMoney } from "./money-rights.server"
import { pauseIntents } from "./pause-reminders.server"
import { answerPayment } from "./record-payment.server"
import { settlePaidAfterAll } from "./settle-written-off.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const family = orNotFound(familyOfPage(actor, params.familyId ?? ""))
  const rules = orNotFound(findPayerRules(actor, family.id))
  const entries = familyLedger(actor, family.id)
  const open = listOpenInvoices(actor, family.id)
  return {
    family,
    mergedInto: family.mergedInto ? (findMergedInto(actor, family.id) ?? null) : null,
    rules,
    isPaying: new URL(request.url).searchParams.get("payment") === "new",
    open,
    ...creditUses(actor, family.id, open),
    writtenOff: listWrittenOff(actor, family.id),
    formKey: newId(),
    opening: findOpening(actor, family.id) ?? null,
    entries,
    redeemed: listRedeemed(
      actor,
      entries.flatMap(({ kind, id }) => (kind === "voucher" ? id : [])),
    ),
    balanceMinor: balanceOfPage(actor, family.id),
    packages: listFamilyPackages(actor, family.id, { withEnded: true }),
    hires: listFamilyHires(actor, family.id),
    planRule: findPlanRule(actor, family.id) ?? null,
    unbilled: sumUnbilledCharges(actor, { familyId: family.id }),
    currency: actor.school.currency,
    today: todayOf(actor),
    paidOn: entryDay(actor),
    pause: findPause(actor, { familyId: family.id }) ?? null,
    automatic: listPayers(actor, { page: 1, perPage: 10 }, family.id).rows,
    history: historyOf(actor, { noun: "family", id: family.id }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const family = await requireLivingFamily(actor, params.familyId)
  const form = await request.formData()
  requireRight(actor, rightForMoney(form))
  return actOnFamily(actor, family.id, form)
}

export const handle: FramedPage = { tab: "billing" }

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>((data) => `${data.family.name}, billing`, "Family, billing")

export default function FamilyLedger() {
  const { family, mergedInto, entries } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={formOf(result)} result={result} />
      <div className="two-columns">
        <section className="section" aria-labelledby="ledger">
          <header>
            <h2 id="ledger">Charges and payments</h2>
            <p className="no-print">
              <Link to={paths.billing({ family: family.id })}>View invoices</Link> ·{" "}
              <Link to={paths.statement(family.id)}>Statement</Link>
            </p>
          </header>
          {entries.length === 0 ? <EmptyLedger mergedInto={mergedInto} /> : <LedgerTable />}
        </section>
        {mergedInto ? null : <Side />}
      </div>
    </>
  )
}

/** Which of the page's forms an answer is for. */
function formOf(
  result: SubmissionResult | undefined,
): "payment" | "shares" | typeof pauseFormId | typeof openingFormId {
  const intent = result?.initialValue?.intent
  if (intent === "pause-reminders") return pauseFormId
  if (intent === "enter-opening") return openingFormId
  return intent === "shares" ? "shares" : "payment"
}

function Side() {
  const loaded = useLoaderData<typeof loader>()
  const { family, balanceMinor, unbilled, packages, rules, currency, today: day } = loaded
  const { pause, history, isPaying, open, creditMinor, owedMinor, payable, formKey } = loaded
  const hasRight = useHasRight()
  const result = useActionData<typeof action>()?.result
  const resultOf = (form: ReturnType<typeof formOf>) => (formOf(result) === form ? result : undefined)
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <div className="sheet">
      <h2>Balance</h2>
      <FamilyDue familyId={family.id} dueMinor={balanceMinor} unbilled={unbilled} currency={currency} />
      <FamilyAutoPay payers={loaded.automatic} />
      {owedMinor > 0 ? (
        <p>
          {money(owedMinor)} of it isn’t on an invoice: an opening balance, or a payment that was charged back
          after a refund. Record what the family pays below.
        </p>
      ) : null}
      {payable.length > 0 ? (
        <ApplyCredit
          creditMinor={loaded.usableMinor}
          currency={currency}
          invoices={payable}
          formKey={formKey}
        />
      ) : null}
      {creditMinor > 0 && open.length > 0 && payable.length === 0 ? (
        <p className="dim">{applyCreditRefusals["another-payers"]}</p>
      ) : null}
      {creditMinor > 0 ? (
        <p className="no-print">
          <Link to={paths.creditRefund(family.id)}>Refund account credit</Link>
        </p>
      ) : null}
      <WrittenOffInvoices
        invoices={loaded.writtenOff}
        creditMinor={creditMinor}
        currency={currency}
        formKey={formKey}
      />
      {hasRight("payment:record") ? (
        <details
          id="record-payment"
          className="no-print"
          open={isPaying || resultOf("payment") !== undefined}
        >
          <summary>Record a payment</summary>
          <p className="small dim">
            {open.length > 0
              ? "Anything above the balance due becomes account credit."
              : "No balance due. A payment becomes account credit for the next invoices."}
          </p>
          <RecordPayment
            key={`${balanceMinor} ${open.length}`}
            amount={balanceMinor > 0 ? plainAmount(balanceMinor) : ""}
            payer={family.guardians[0]?.name ?? family.name}
            today={loaded.paidOn}
            formKey={formKey}
            invoices={open}
            currency={currency}
            result={resultOf("payment")}
          />
        </details>
      ) : null}
      <OpeningBalancePart
        opening={loaded.opening}
        today={loaded.paidOn}
        currency={currency}
        formKey={formKey}
        result={resultOf(openingFormId)}
      />
      <FamilyPackages packages={packages} familyId={family.id} />
      <FamilySales />
      <h2>Payers</h2>
      {family.guardians.length === 0 ? (
        <p className="dim">No guardians. Invoices go to the student or the family.</p>
      ) : null}
      <PayerList guardians={family.guardians} rules={rules} currency={currency} />
      <p className="no-print">
        <Link to={paths.familyPayers(family.id)}>Change payers and addresses</Link>
      </p>
      {sharesDecide(rules) ? (
        <PayerShares
          key={family.guardians.map(({ payerShare }) => payerShare).join()}
          guardians={family.guardians}
          result={resultOf("shares")}
        />
      ) : null}
      <NewInvoicesPlan />
      <ReminderPause pause={pause} today={day} result={resultOf(pauseFormId)} />
      <HistoryList entries={history} />
    </div>
  )
}

/** What the forms of a family's billing page do. */
function actOnFamily(actor: Actor, familyId: string, form: FormData) {
  const pay = () => answerPayment(actor, { familyId }, form, paths.family(familyId))
  const payerIds = form.getAll("guardian[]").map(String).slice(0, 50)
  return intents(form, paths.family(familyId), {
    ...pauseIntents(actor, { familyId }),
    pay,
    anyway: pay,
    "apply-credit": intent({
      schema: ApplyCreditForm,
      run: ({ invoice: invoiceIds, formKey }) => applyCredit(actor, { familyId, invoiceIds, formKey }),
      refusals: titled("Account credit not applied.", applyCreditRefusals),
      saved: "Account credit applied.",
    }),
    "enter-opening": intent({
      schema: openingForm(openingMessages),
      run: ({ openingKind, openingAmount, asOf, formKey }) =>
        enterOpening(actor, familyId, {
          amountMinor: openingKind === "credit" ? -openingAmount : openingAmount,
          asOf,
          formKey,
        }),
      field: { "in-the-future": "asOf", closed: "asOf" },
      status: 409,
      refusals: { ...openingRefusals, "no-family": 404 },
      saved: "Opening balance entered.",
    }),
    "remove-opening": act({
      run: () => removeOpening(actor, familyId),
      refusals: titled("Opening balance not removed.", removeOpeningRefusals),
      saved: "Opening balance removed.",
    }),
    "settle-written-off": () =>
      settlePaidAfterAll(actor, String(form.get("writtenOff") ?? ""), form, paths.family(familyId)),
    else: intent({
      schema: sharesForm(payerIds.length),
      run: (shares) => {
        const rules = findPayerRules(actor, familyId)
        if (rules && !sharesDecide(rules)) return { ok: false as const, reason: "others-pay" as const }
        return changePayerShares(
          actor,
          familyId,
          new Map(payerIds.map((id, index) => [id, shares[`share${index}`] ?? 0])),
        )
      },
      status: 409,
      refusals: sharesRefusals,
      saved: "Shares saved.",
    }),
  })
}

/** The instruments a family hires, with the ways to hire out another one and to sell a material. */
function FamilySales() {
  const { hires, family, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <h2>Materials and instruments</h2>
      {hires.length > 0 ? (
        <ul className="rows small">
          {hires.map((hire) => (
            <li key={hire.id}>
              <span>
                <Link to={paths.rental(hire.id)}>{hire.item}</Link>, {hire.studentName}
                <span className="dim">
                  , from {formatDate(hire.startsOn, "medium")}
                  {hire.endsOn ? ` to ${formatDate(hire.endsOn, "medium")}` : null}
                </span>
              </span>{" "}
              <span className="numeric">{formatMoney(hire.priceMinor, currency)} a month</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No rented instruments.</p>
      )}
      <p className="no-print">
        <Link to={paths.sellMaterial({ family: family.id })}>Sell a material</Link> ·{" "}
        <Link to={paths.newRental({ family: family.id })}>Rent out an instrument</Link>
      </p>
    </>
  )
}

/** A family without charges and payments: they are on the account of the family that it was merged into, or there are none. */
function EmptyLedger({ mergedInto }: { mergedInto: { id: string; name: string } | null }) {
  return (
    <EmptyState>
      {mergedInto ? (
        <>
          This family was merged into <Link to={paths.family(mergedInto.id)}>{mergedInto.name}</Link>. Its
          invoices and payments are there.
        </>
      ) : (
        "No charges or payments yet. This family’s invoices and payments appear here."
      )}
    </EmptyState>
  )
}

/** Invoices, payments and refunds of a family, newest first, with the balance after each. */
function LedgerTable() {
  const { entries, redeemed, currency } = useLoaderData<typeof loader>()
  const addressOf = ({ kind, id }: LedgerEntry) => {
    if (kind === "payment") return paths.paymentReceipt(id)
    if (kind === "credit-note") return paths.creditNote(id)
    if (kind === "voucher") return redeemed[id] && paths.voucher(redeemed[id])
    return kind === "invoice" || kind === "void" ? paths.invoice(id) : undefined
  }
  return (
    <DataTable
      caption="Billing activity"
      terse="labelled"
      rows={[...entries].reverse()}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      columns={[
        { label: "Activity", cell: (entry) => <What entry={entry} to={addressOf(entry)} /> },
        {
          label: "Date",
          cell: ({ on }) => <span className="whitespace-nowrap">{formatDate(on, "medium")}</span>,
        },
        amountColumn("amountMinor", currency),
        { label: "Balance", numeric: true, cell: ({ balanceMinor }) => formatMoney(balanceMinor, currency) },
      ]}
    />
  )
}

function What({ entry, to }: { entry: LedgerEntry; to: string | undefined }): ReactNode {
  const text = entryText(entry)
  return to ? <Link to={to}>{text}</Link> : text
}

/** How the family's new invoices are divided. */
function NewInvoicesPlan() {
  const { planRule: rule, family } = useLoaderData<typeof loader>()
  return (
    <>
      <h2>Installments</h2>
      <p>
        {rule
          ? `New invoices: ${countOf(rule.count, "installment")}, ${rhythmLabels[rule.rhythm].toLowerCase()}.`
          : "New invoices are due in one payment."}{" "}
        <Link to={paths.familyInstallments(family.id)}>Change installments</Link>
      </p>
    </>
  )
}
