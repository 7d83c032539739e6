// GETs that write. PayPal sends a buyer back by GET, and that visit is where a payment is confirmed: the one exception
// to "loaders never write". Each asks the provider and believes only its answer, so repeating or forging the visit does
// nothing. A replica must hand these to the primary; every other GET it may answer itself.

/** Addresses a payment provider sends people back to; `:name` stands for one segment. Reviewed: keep it short. */
export const providerReturns: readonly string[] = [
  "/select-plan/return",
  "/select-plan/cancelled",
  "/subscription/return",
  "/student/invoices/:invoiceId/payment",
]

const patterns = providerReturns.map((path) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`))

export const isProviderReturn = (pathname: string): boolean =>
  patterns.some((pattern) => pattern.test(pathname))
