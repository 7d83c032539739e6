// What a bank's CSV has of each transfer. Pure.
export const bankFields = ["date", "amount", "payer", "reference"] as const
export type BankField = (typeof bankFields)[number]

export const fieldLabels: Record<BankField, string> = {
  date: "Date",
  amount: "Amount",
  payer: "Payer",
  reference: "Reference",
}
