/** Why what has no tax has none, where the school has entered no reason. */
export const usualExemption = "Exempt from VAT"

/** How a credit note is paid. */
export const creditTerms = "Credited to the family’s account"
