import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { findVoucher, voucherPdf } from "~/models/money/voucher/vouchers.server"

/** A voucher to print: none once some of it was redeemed, because it promises all of it, and none whose sale was removed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const voucher = findVoucher(actor, params.voucherId ?? "")
  const isWhole = voucher && voucher.restMinor === voucher.amountMinor
  return pdfAnswer(isWhole && (await voucherPdf(actor, voucher.id)), "inline")
}
