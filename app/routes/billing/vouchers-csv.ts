import type { LoaderFunctionArgs } from "@remix-run/node"
import { csvAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { methodLabels } from "~/models/money/payment/payment"
import { voucherStateLabels } from "~/models/money/voucher/voucher"
import { VoucherQuery } from "~/models/money/voucher/voucher-query"
import { listVouchers } from "~/models/money/voucher/vouchers.server"
import { codeEnding } from "~/texts/money/vouchers"
import { writeTable } from "~/utils/csv.server"

/** The vouchers of a filter of /billing/vouchers, all pages, as CSV. Whoever has a code can redeem it: the file has its end alone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const query = VoucherQuery.parse(filledIn(request))
  const { rows } = listVouchers(actor, { ...query, page: null })
  const csv = writeTable(rows, [
    ["Voucher", (voucher) => codeEnding(voucher.code)],
    ["Sold", (voucher) => voucher.soldOn],
    ["Buyer", (voucher) => voucher.buyerName],
    ["For", (voucher) => voucher.recipientName ?? ""],
    ["Payment method", (voucher) => methodLabels[voucher.method]],
    ["Amount", (voucher) => voucher.amountMinor / 100],
    ["Redeemed", (voucher) => voucher.redeemedMinor / 100],
    ["Paid back", ({ endKind, endMinor }) => (endKind === "canceled" ? endMinor : 0) / 100],
    ["Other income", ({ endKind, endMinor }) => (endKind === "income" ? endMinor : 0) / 100],
    ["Left", (voucher) => voucher.restMinor / 100],
    ["Currency", (voucher) => voucher.currency],
    ["Last day", (voucher) => voucher.expiresOn ?? ""],
    ["Status", (voucher) => voucherStateLabels[voucher.state].word],
    ["Ended", (voucher) => voucher.endedOn ?? ""],
  ])
  return csvAnswer({ fileName: "gift-vouchers.csv", csv })
}
