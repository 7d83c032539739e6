import { qrCode } from "~/utils/qr-code.server"
import { type BankTransfer, bankTransfer } from "./bank-transfer"

export type DrawnTransfer = Omit<BankTransfer, "code"> & { code: { size: number; path: string } | null }

/** How to transfer this amount for an invoice, with the code drawn; null without an account or anything to pay. */
export function drawnTransfer(
  invoice: Parameters<typeof bankTransfer>[0],
  amountMinor: number,
): DrawnTransfer | null {
  const transfer = bankTransfer(invoice, amountMinor)
  return transfer && { ...transfer, code: transfer.code === null ? null : qrCode(transfer.code) }
}
