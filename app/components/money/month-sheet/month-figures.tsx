import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { taxText } from "~/models/accounts/tax/tax"
import {
  type MonthSheet,
  netOf,
  type PayoutRow,
  sheetKinds,
  sheetLabel,
} from "~/models/money/month-sheet/month-rows"
import { methodLabels } from "~/models/money/payment/payment"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { voucherMethodText, voucherRows } from "~/texts/money/vouchers"
import { addDays, monthOf } from "~/utils/dates"
import { formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type MonthFiguresProps = {
  sheet: MonthSheet
  currency: string
  /** false for a solo teacher, who pays no one */
  paysTeachers: boolean
}

/** A month's money: the change of what families owe, what was received, tax, pay and expenses. Each figure leads to its rows. */
export function MonthFigures({ sheet, currency, paysTeachers }: MonthFiguresProps) {
  const { from, to, kinds, methods, vouchers, taxes, pay, paidBack, expenses } = sheet
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const month = monthOf(to)
  return (
    <>
      <LedgerList
        rows={[
          {
            label: (
              <Link to={paths.monthBalances({ month: monthOf(addDays(from, -1)) })}>Opening balance</Link>
            ),
            amount: money(sheet.openingMinor),
          },
          ...sheetKinds
            .filter((kind) => kind === "invoice" || kinds[kind].count > 0)
            .map((kind) => ({
              label: (
                <Link to={paths.moneyHistory({ kind, from, to })}>
                  {sheetLabel(kind)}, {formatNumber(kinds[kind].count)}
                </Link>
              ),
              amount: money(kinds[kind].sumMinor),
            })),
        ]}
        total={{
          label: <Link to={paths.monthBalances({ month })}>Closing balance</Link>,
          amount: money(sheet.closingMinor),
        }}
      />
      <p className="small dim">
        Closing balance: {money(sheet.dueMinor)} due and {money(Math.abs(sheet.creditMinor))} in account
        credit.
      </p>
      {methods.length + vouchers.methods.length > 0 ? (
        <section className="section" aria-labelledby="received">
          <h2 id="received">Received by method</h2>
          <DataTable
            caption="Received by payment method"
            rows={[
              ...methods.map((row) => ({
                ...row,
                label: methodLabels[row.method],
                to: paths.moneyHistory({ kind: "received", method: row.method, from, to }),
              })),
              ...vouchers.methods.map((row) => ({
                ...row,
                label: voucherMethodText(row.method),
                to: paths.vouchers({
                  state: row.receivedMinor === 0 ? "canceled" : undefined,
                  ...{ method: row.method, from, to },
                }),
              })),
            ]}
            rowKey={({ label }) => label}
            columns={[
              {
                label: "Payment method",
                cell: ({ to: list, label }) => <Link to={list}>{label}</Link>,
              },
              { label: "Received", numeric: true, cell: ({ receivedMinor }) => money(receivedMinor) },
              { label: "Refunded", numeric: true, cell: ({ refundedMinor }) => money(refundedMinor) },
              {
                label: "Net",
                numeric: true,
                cell: ({ receivedMinor, refundedMinor }) => money(receivedMinor - refundedMinor),
              },
            ]}
          />
        </section>
      ) : null}
      <VoucherFigures sheet={sheet} currency={currency} />
      <OnlineFigures sheet={sheet} />
      {taxes.length > 0 ? (
        <section className="section" aria-labelledby="taxes">
          <h2 id="taxes">Tax billed</h2>
          <LedgerList
            rows={taxes.map((tax) => ({
              label: (
                <Link to={paths.moneyHistory({ from, to })}>
                  {taxText(tax)} on {money(tax.netMinor)}
                </Link>
              ),
              amount: money(tax.taxMinor),
            }))}
          />
        </section>
      ) : null}
      {paysTeachers ? (
        <section className="section" aria-labelledby="paid">
          <h2 id="paid">Teacher pay</h2>
          <LedgerList
            rows={[
              {
                label: <Link to={paths.pay({ period: from })}>Approved, {formatNumber(pay.count)}</Link>,
                amount: money(pay.sumMinor),
              },
              ...(paidBack.count > 0
                ? [
                    {
                      label: (
                        <Link to={paths.pay({ period: from })}>
                          Expenses paid back, {formatNumber(paidBack.count)}
                        </Link>
                      ),
                      amount: money(0 - paidBack.sumMinor),
                    },
                  ]
                : []),
            ]}
          />
        </section>
      ) : null}
      <section className="section" aria-labelledby="spent">
        <h2 id="spent">Expenses</h2>
        <LedgerList
          rows={[
            {
              label: <Link to={paths.expenses({ from, to })}>Recorded, {formatNumber(expenses.count)}</Link>,
              amount: money(expenses.sumMinor),
            },
          ]}
        />
      </section>
      <IncomeFigures sheet={sheet} currency={currency} />
    </>
  )
}

/** What came in beside families: as it was recorded, and what vouchers left over. */
function IncomeFigures({ sheet, currency }: Pick<MonthFiguresProps, "sheet" | "currency">) {
  const { from, to, otherIncome } = sheet
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  return (
    <section className="section" aria-labelledby="other-income">
      <h2 id="other-income">Other income</h2>
      <LedgerList
        rows={[
          {
            label: (
              <Link to={paths.expenses({ from, to, kind: "income" })}>
                Recorded, {formatNumber(otherIncome.count)}
              </Link>
            ),
            amount: money(otherIncome.sumMinor),
          },
          ...(sheet.vouchers.income === 0
            ? []
            : [
                {
                  label: (
                    <Link to={paths.vouchers({ state: "income", from, to })}>Expired gift vouchers</Link>
                  ),
                  amount: money(0 - sheet.vouchers.income),
                },
              ]),
        ]}
      />
    </section>
  )
}

/** What the school has to give for gift vouchers: they were paid, and are no revenue until they are redeemed. */
function VoucherFigures({
  sheet: { vouchers, from, to },
  currency,
}: Pick<MonthFiguresProps, "sheet" | "currency">) {
  const rows = voucherRows.filter(([part]) => vouchers[part] !== 0)
  if (rows.length === 0) return null
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const lists: Partial<Record<keyof typeof vouchers, string>> = {
    sold: paths.vouchers({ from, to }),
    redeemed: paths.moneyHistory({ kind: "voucher", from, to }),
    canceled: paths.vouchers({ state: "canceled", from, to }),
    income: paths.vouchers({ state: "income", from, to }),
  }
  return (
    <section className="section" aria-labelledby="vouchers">
      <h2 id="vouchers">Gift vouchers</h2>
      <LedgerList
        rows={rows
          .filter(([part]) => part !== "closing")
          .map(([part, label]) => ({
            label: lists[part] ? <Link to={lists[part]}>{label}</Link> : label,
            amount: money(vouchers[part]),
          }))}
        total={{ label: "Open at the end of the month", amount: money(vouchers.closing) }}
      />
      <p className="small dim">
        What they were sold for is in lines of its own under “Received by method”, and not in the balances of
        families until they are redeemed.
      </p>
    </section>
  )
}

const payoutStates = { "on-its-way": "On its way", paid: "Paid out", failed: "Failed" }

const payoutText = ({ state, bankedOn }: PayoutRow): string =>
  bankedOn ? `On your bank statement of ${formatDate(bankedOn, "medium")}` : payoutStates[state]

/** What the providers of online payments kept, and what they paid out to the bank. */
function OnlineFigures({ sheet: { fees, payouts, withoutFee } }: Pick<MonthFiguresProps, "sheet">) {
  if (fees.length === 0 && payouts.length === 0) return null
  return (
    <section className="section" aria-labelledby="fees">
      <h2 id="fees">Fees and payouts of online payments</h2>
      <DataTable
        caption="Fees by provider"
        rows={fees}
        rowKey={({ provider, currency }) => `${provider} ${currency}`}
        columns={[
          { label: "Provider", cell: ({ provider }) => providerLabels[provider] },
          { label: "Gross", numeric: true, cell: (row) => formatMoney(row.grossMinor, row.currency) },
          {
            label: "Refunds and other",
            numeric: true,
            cell: (row) => formatMoney(row.besideMinor, row.currency),
          },
          { label: "Fees", numeric: true, cell: (row) => formatMoney(0 - row.feeMinor, row.currency) },
          { label: "Net", numeric: true, cell: (row) => formatMoney(netOf(row), row.currency) },
        ]}
      />
      {withoutFee > 0 ? (
        <p className="small dim">
          {withoutFee === 1
            ? "The fee of 1 payment isn’t known."
            : `The fees of ${formatNumber(withoutFee)} payments aren’t known.`}
        </p>
      ) : null}
      {payouts.length > 0 ? (
        <DataTable
          caption="Payouts to your bank"
          rows={payouts}
          columns={[
            { label: "Payout", cell: ({ arrivesOn }) => formatDate(arrivesOn, "medium") },
            { label: "From", cell: ({ provider }) => providerLabels[provider] },
            { label: "Status", cell: payoutText },
            { label: "Amount", numeric: true, cell: (row) => formatMoney(row.amountMinor, row.currency) },
          ]}
        />
      ) : null}
    </section>
  )
}
