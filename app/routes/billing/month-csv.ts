import type { LoaderFunctionArgs } from "@remix-run/node"
import { chosenMonth } from "~/http/chosen-period"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { taxText } from "~/models/accounts/tax/tax"
import { may } from "~/models/foundation/access/permissions"
import { lastMonth } from "~/models/money/closing/closing.server"
import { netOf, sheetKinds, sheetLabel } from "~/models/money/month-sheet/month-rows"
import { monthSheetInBackground } from "~/models/money/month-sheet/month-sheet.server"
import { methodLabels } from "~/models/money/payment/payment"
import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import { voucherMethodText, voucherRows } from "~/texts/money/vouchers"
import { writeCsv } from "~/utils/csv.server"

/** A month's figures as CSV, as /billing/month shows them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const month = chosenMonth(request, lastMonth(actor))
  const sheet = await monthSheetInBackground(actor, month)
  const row = (group: string, label: string, count: number | "", amountMinor: number) => [
    month,
    group,
    label,
    count,
    amountMinor / 100,
    actor.school.currency,
  ]
  const csv = writeCsv(
    ["Month", "Part", "Figure", "Count", "Amount", "Currency"],
    [
      row("Balance", "Opening balance", "", sheet.openingMinor),
      ...sheetKinds.map((kind) =>
        row("Balance", sheetLabel(kind), sheet.kinds[kind].count, sheet.kinds[kind].sumMinor),
      ),
      row("Balance", "Closing balance", "", sheet.closingMinor),
      row("Balance", "Balance due", "", sheet.dueMinor),
      row("Balance", "Account credit", "", sheet.creditMinor),
      ...sheet.methods.flatMap(({ method, receivedMinor, refundedMinor }) => [
        row("Received", methodLabels[method], "", receivedMinor),
        row("Refunded", methodLabels[method], "", refundedMinor),
      ]),
      ...sheet.vouchers.methods.flatMap(({ method, receivedMinor, refundedMinor }) => [
        row("Received", voucherMethodText(method), "", receivedMinor),
        row("Refunded", voucherMethodText(method), "", refundedMinor),
      ]),
      ...sheet.fees.flatMap((of) =>
        (
          [
            ["Gross", of.grossMinor],
            ["Refunds and other", of.besideMinor],
            ["Fees", 0 - of.feeMinor],
            ["Net", netOf(of)],
          ] as const
        ).map(([part, amountMinor]) => [
          month,
          `Online: ${part}`,
          providerLabels[of.provider],
          "",
          amountMinor / 100,
          of.currency,
        ]),
      ),
      ...sheet.payouts.map(({ provider, arrivesOn, amountMinor, currency }) => [
        month,
        "Online: Payout",
        `${providerLabels[provider]}, ${arrivesOn}`,
        "",
        amountMinor / 100,
        currency,
      ]),
      ...sheet.taxes.flatMap((tax) => [
        row("Net", taxText(tax), "", tax.netMinor),
        row("Tax", taxText(tax), "", tax.taxMinor),
      ]),
      ...(may(actor, "teacher:read")
        ? [
            row("Teacher pay", "Approved", sheet.pay.count, sheet.pay.sumMinor),
            row("Teacher pay", "Expenses paid back", sheet.paidBack.count, 0 - sheet.paidBack.sumMinor),
          ]
        : []),
      row("Expenses", "Recorded", sheet.expenses.count, sheet.expenses.sumMinor),
      row("Other income", "Recorded", sheet.otherIncome.count, sheet.otherIncome.sumMinor),
      row("Other income", "Expired gift vouchers", "", 0 - sheet.vouchers.income),
      ...voucherRows.map(([part, label]) => row("Gift vouchers", label, "", sheet.vouchers[part])),
    ],
  )
  return csvAnswer({ fileName: `month-${month}.csv`, csv })
}
