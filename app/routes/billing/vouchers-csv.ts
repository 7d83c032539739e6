import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { methodLabels } from "~/models/money/payment/payment"
import { voucherStateLabels } from "~/models/money/voucher/voucher"
import { VoucherQuery } from "~/models/money/voucher/voucher-query"
import { listVouchers } from "~/models/money/voucher/vouchers.server"
import { codeEnding } from "~/texts/money/vouchers"
import { writeCsv } from "~/utils/csv.server"

/** The vouchers of a filter of /billing/vouchers, all pages, as CSV. Whoever has a code can redeem it: the file has its end alone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const query = VoucherQuery.parse(filledIn(request))
  const { rows } = listVouchers(actor, { ...query, page: null })
  const csv = writeCsv(
    [
      "Voucher",
      "Sold",
      "Buyer",
      "For",
      "Payment method",
      "Amount",
      "Redeemed",
      "Paid back",
      "Other income",
      "Left",
      "Currency",
      "Last day",
      "Status",
      "Ended",
    ],
    rows.map((voucher) => {
      const { amountMinor, redeemedMinor, restMinor, endKind, endMinor } = voucher
      return [
        codeEnding(voucher.code),
        voucher.soldOn,
        voucher.buyerName,
        voucher.recipientName ?? "",
        methodLabels[voucher.method],
        amountMinor / 100,
        redeemedMinor / 100,
        (endKind === "canceled" ? endMinor : 0) / 100,
        (endKind === "income" ? endMinor : 0) / 100,
        restMinor / 100,
        voucher.currency,
        voucher.expiresOn ?? "",
        voucherStateLabels[voucher.state].word,
        voucher.endedOn ?? "",
      ]
    }),
  )
  return csvAnswer({ fileName: "gift-vouchers.csv", csv })
}
