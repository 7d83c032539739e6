import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { wayNotes, wayTexts } from "~/components/overview/family-area/pay-box"
import { PortalInvoiceStatus } from "~/components/overview/family-area/portal-invoice-status"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { type Column, DataTable, EmptyState } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { LedgerList } from "~/components/ui/ledger-list"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import { hasAutoPay } from "~/models/money/auto-pay/list-auto-pay.server"
import type { PortalInvoiceRow } from "~/models/money/family-invoice/family-invoice"
import {
  type PayAllOffer,
  type PayOwedOffer,
  settledText,
  toPayText,
} from "~/models/money/family-invoice/pay-all"
import {
  listPortalCharges,
  listPortalCreditNotes,
  listPortalOwed,
  listPortalReceipts,
  portalSpareCredit,
} from "~/models/money/family-invoice/portal-charges.server"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { hasPackagesToBuy } from "~/models/money/package-purchase/buy-package.server"
import { listPaidFamilies } from "~/models/money/payer/paid-families.server"
import {
  payAllOf,
  payOwedOf,
  startPayAll,
  startPayOwed,
  waysToPay,
} from "~/models/money/payment-order/start-payment.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { findPortal } from "~/models/people/family-access/portal.server"
import type { ProviderName } from "~/providers/payment-provider"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformWay } from "~/utils/payment-providers"
import { goToPay } from "./start-payment.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const day = todayOf(actor)
  const { accounts, seesMoney } = findPortal(actor)
  const rows = listPortalInvoices(actor, accounts)
  const owed = listPortalOwed(actor, accounts)
  const receipts = listPortalReceipts(actor, accounts)
  const open = rows.filter(({ openMinor }) => openMinor > 0)
  return {
    seesMoney,
    currency: actor.school.currency,
    rows: rows.map((row) => ({
      ...row,
      due: row.openMinor > 0 ? dueLabel(row.dueOn, day) : null,
      receiptId: row.openMinor === 0 && !row.isProcessing ? (receipts.get(row.id) ?? null) : null,
    })),
    balance: {
      openMinor: sumOpen(open),
      spareMinor: portalSpareCredit(actor, accounts),
      processingMinor: rows.reduce((total, row) => total + row.processingMinor, 0),
      overdueMinor: open.reduce((total, row) => total + row.overdueMinor, 0),
      nextDueOn: open.find(({ dueOn }) => dueOn >= day)?.dueOn ?? null,
    },
    payAll: payAllOffer(actor, rows, owed),
    owedMinor: sumOwed(owed),
    payOwed: payOwedOffer(actor, rows, owed),
    hasAutoPay: hasAutoPay(actor, accounts),
    hasPackages: hasPackagesToBuy(actor),
    paysHere: listPaidFamilies(actor).length > 0,
    creditNotes: listPortalCreditNotes(actor, accounts),
    soFar: listPortalCharges(actor, accounts),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const pay = async (start: typeof startPayAll, way: ProviderName) =>
    goToPay(
      await start(actor, way),
      {
        here: paths.studentInvoices(),
        settle: ({ token, invoiceId }) =>
          invoiceId === null ? paths.balancePayment({ token }) : paths.invoicePayment(invoiceId, { token }),
      },
      way,
    )
  return intents(request, paths.studentInvoices(), {
    "pay-owed": () => pay(startPayOwed, platformWay),
    "pay-owed-by-card": () => pay(startPayOwed, "stripe"),
    "pay-all-by-card": () => pay(startPayAll, "stripe"),
    else: () => pay(startPayAll, platformWay),
  })
}

export const handle: FramedPage<typeof loader> = {
  title: "Invoices",
  head: ({ seesMoney, rows, balance }) =>
    seesMoney && rows.length > 0 && balance.openMinor === 0
      ? { expression: balance.processingMinor > 0 ? "payment processing" : "all paid" }
      : {},
}

export const meta: MetaFunction = () => [{ title: "Your invoices · Tutti" }]

export default function StudentInvoices() {
  const { seesMoney, currency, rows, balance, ...rest } = useLoaderData<typeof loader>()
  const { payAll, owedMinor, payOwed, hasAutoPay, creditNotes, soFar } = rest
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  if (!seesMoney) return <EmptyState>Only the people who pay your family’s invoices can see them.</EmptyState>
  return (
    <>
      <FamilyBalance
        {...balance}
        isPart={rows.some(({ wholeOpenMinor, openMinor }) => wholeOpenMinor !== openMinor)}
        money={money}
      />
      <PayAll offer={payAll} {...{ owedMinor, payOwed, money }} />
      <p className="buttons no-print">
        <Link to={paths.studentStatement()}>Statement for a month or a year</Link>{" "}
        {rest.hasPackages ? <Link to={paths.studentPackages()}>Packages</Link> : null}{" "}
        {rest.paysHere ? <Link to={paths.redeemVoucher()}>Redeem a gift voucher</Link> : null}{" "}
        {hasAutoPay ? <Link to={paths.studentAutoPayment()}>Automatic payment</Link> : null}
      </p>
      <DataTable
        caption="Invoices, unpaid first"
        rows={rows}
        empty="No invoices yet. When the school sends one, you’ll see it here and get it by email."
        columns={[
          {
            label: "Invoice",
            cell: ({ id, number }) => <Link to={paths.studentInvoice(id)}>{number}</Link>,
          },
          { label: "Issued", cell: ({ issuedOn }) => formatDate(issuedOn, "medium") },
          {
            label: "Due",
            cell: ({ dueOn, due }) => (
              <span>
                {formatDate(dueOn, "medium")}
                {due ? <span className={due.isOverdue ? "bad" : "dim"}>, {due.text}</span> : null}
              </span>
            ),
          },
          {
            label: "Status",
            cell: ({ state, openMinor, isProcessing }) => (
              <PortalInvoiceStatus state={state} isProcessing={isProcessing && openMinor === 0} />
            ),
          },
          { label: "Amount", numeric: true, cell: ({ totalMinor }) => money(totalMinor) },
          { label: "Balance due", numeric: true, cell: (row) => money(row.wholeOpenMinor) },
          ...(rows.some((row) => row.wholeOpenMinor !== row.openMinor)
            ? [{ label: "Your part", numeric: true, cell: (row: Row) => money(row.openMinor) }]
            : []),
          ...(rows.some(({ receiptId }) => receiptId) ? [receiptColumn] : []),
        ]}
      />
      <SoFar charges={soFar} money={money} />
      <CreditNotes notes={creditNotes} money={money} />
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Row = Loaded["rows"][number]

/** Of an invoice that is paid; what was paid of others is on their own page. */
const receiptColumn: Column<Row> = {
  label: "Receipt",
  cell: ({ number, receiptId }) =>
    receiptId ? (
      <a href={paths.studentReceiptPdf(receiptId)}>
        Download PDF<span className="visually-hidden"> of the receipt for {number}</span>
      </a>
    ) : (
      "–"
    ),
}

type Money = (amountMinor: number) => string
type SoFarProps = { charges: Loaded["soFar"]; money: Money }

/** Charges that no invoice has yet. */
function SoFar({ charges, money }: SoFarProps) {
  if (charges.length === 0) return null
  return (
    <section className="section" aria-labelledby="so-far">
      <header>
        <h2 id="so-far">So far this month</h2>
        <span className="dim">not yet on an invoice</span>
      </header>
      <LedgerList
        rows={charges.map(({ occurredOn, description, reason, amountMinor }) => ({
          label: `${formatDate(occurredOn, "short")}, ${description}, ${reason}`,
          amount: money(amountMinor),
        }))}
        total={{
          label: "Total so far",
          amount: money(charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
        }}
      />
    </section>
  )
}

type CreditNotesProps = { notes: Loaded["creditNotes"]; money: Money }

function CreditNotes({ notes, money }: CreditNotesProps) {
  if (notes.length === 0) return null
  return (
    <section className="section" aria-labelledby="credit-notes">
      <header>
        <h2 id="credit-notes">Credit notes</h2>
      </header>
      <DataTable
        caption="Credit notes, newest first"
        rows={notes}
        columns={[
          {
            label: "Credit note",
            cell: ({ id, number }) => <Link to={paths.studentCreditNote(id)}>{number}</Link>,
          },
          { label: "Issued", cell: ({ issuedOn }) => formatDate(issuedOn, "medium") },
          { label: "Reason", cell: ({ reason }) => reason },
          { label: "Amount", numeric: true, cell: ({ totalMinor }) => money(totalMinor) },
        ]}
      />
    </section>
  )
}

/** What one payment for everything comes to, and through whom; null where no one takes it. */
function payAllOffer(
  actor: Actor,
  rows: PortalInvoiceRow[],
  owed: ReturnType<typeof listPortalOwed>,
): PayAllOffer | null {
  const all = payAllOf(rows, owed)
  const ways = waysTo(actor, all?.amountMinor)
  if (!all || ways.length === 0) return null
  const { parts, besideMinor, amountMinor } = all
  const isEverything = amountMinor === sumOpen(rows) + sumOwed(owed)
  return { count: parts.length, besideMinor, amountMinor, isEverything, ways }
}

/** What of the rest is paid by itself, and through whom; nothing where no one takes it. */
function payOwedOffer(
  actor: Actor,
  rows: PortalInvoiceRow[],
  owed: ReturnType<typeof listPortalOwed>,
): PayOwedOffer {
  const openMinor = payOwedOf(rows, owed)?.owedMinor ?? 0
  const ways = waysTo(actor, openMinor)
  return { amountMinor: ways.length > 0 ? openMinor : 0, ways }
}

const waysTo = (actor: Actor, openMinor = 0) => waysToPay(actor, { openMinor, isProcessing: false }).ways

const sumOpen = (rows: readonly PortalInvoiceRow[]): number =>
  rows.reduce((total, { openMinor }) => total + openMinor, 0)

const sumOwed = (owed: ReturnType<typeof listPortalOwed>): number =>
  owed.reduce((total, { owedMinor }) => total + owedMinor, 0)

type FamilyBalanceProps = Loaded["balance"] & {
  /** payers divide what is due, and this is the reader’s */
  isPart?: boolean
  money: (amountMinor: number) => string
}

/** What a family owes, has in its favor, and by when. */
function FamilyBalance({ openMinor, spareMinor, processingMinor, ...rest }: FamilyBalanceProps) {
  const { overdueMinor, nextDueOn, isPart, money } = rest
  return (
    <FigureRow
      label="Balance"
      items={[
        {
          figure: money(openMinor),
          label: isPart ? "your part of the balance due" : "balance due",
          metric: "family-balance",
        },
        ...(spareMinor > 0
          ? [
              {
                figure: money(spareMinor),
                label: "account credit for your next invoice",
                metric: "family-spare" as const,
              },
            ]
          : []),
        ...(processingMinor > 0
          ? [
              {
                figure: money(processingMinor),
                label: "being processed",
                metric: "family-processing" as const,
              },
            ]
          : []),
        ...(overdueMinor > 0
          ? [
              {
                figure: <span className="bad">{money(overdueMinor)}</span>,
                label: "overdue",
                metric: "family-balance" as const,
              },
            ]
          : []),
        ...(nextDueOn ? [{ figure: formatDate(nextDueOn, "day"), label: "next due date" }] : []),
      ]}
    />
  )
}

type PayAllProps = {
  /** Null where no provider takes it. */
  offer: PayAllOffer | null
  /** What is owed on no invoice. */
  owedMinor: number
  payOwed: PayOwedOffer
  money: (amountMinor: number) => string
}

/** One payment of everything that is due, also of what isn’t on an invoice. */
function PayAll({ offer, owedMinor, payOwed, money }: PayAllProps) {
  const ways = offer?.ways ?? payOwed.ways
  return (
    <>
      {owedMinor > 0 ? (
        <p>
          {offer ? "You also owe" : "You owe"} {money(owedMinor)} that isn’t on an invoice: a payment was
          reversed after a refund. {settledText(offer, payOwed.amountMinor, money)}
        </p>
      ) : null}
      {ways.length > 0 ? (
        <PostForm className="no-print stack">
          <p className="buttons">
            {offer?.ways.map(({ provider }, index) => (
              <SubmitButton
                key={provider}
                intent={`pay-all${wayTexts[provider].intent}`}
                variant={index > 0 ? "secondary" : undefined}
                pending={wayTexts[provider].pending}
              >
                {`Pay ${toPayText(offer)}, ${money(offer.amountMinor)}, ${wayTexts[provider].by}`}
              </SubmitButton>
            ))}
            {payOwed.ways.map(({ provider }, index) => (
              <SubmitButton
                key={`only ${provider}`}
                intent={`pay-owed${wayTexts[provider].intent}`}
                variant={offer || index > 0 ? "secondary" : undefined}
                pending={wayTexts[provider].pending}
              >
                {`Pay ${offer ? "only " : ""}${money(payOwed.amountMinor)} ${wayTexts[provider].by}`}
              </SubmitButton>
            ))}
          </p>
          <p className="small dim">{wayNotes(ways)}</p>
        </PostForm>
      ) : null}
    </>
  )
}
