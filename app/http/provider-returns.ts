// GETs that write. PayPal sends a buyer back by GET, and that visit confirms a payment. Each asks the provider and
// believes only its answer, so repeating or forging the visit does nothing. And a school's page that our staff open is
// recorded in that school's log before it is shown. These are the exceptions to "loaders never write". A replica must
// forward them to the primary; it may answer every other GET itself.

/** The addresses to which a payment provider returns people; `:name` matches one segment. Reviewed: keep it short. */
export const providerReturns: readonly string[] = [
  "/select-plan/return",
  "/select-plan/cancelled",
  "/subscription/return",
  "/student/invoices/:invoiceId/payment",
  "/student/balance/payment",
  "/student/automatic-payment/return",
  "/pay/:payKey/return",
]

/** Pages of one customer that the platform's staff open. Reviewed: keep it short. */
const loggedPages: readonly string[] = [
  "/super-admin/schools/:schoolKey",
  "/super-admin/schools/:schoolKey/records",
]

const patternsOf = (addresses: readonly string[]) =>
  addresses.map((path) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`))
const returns = patternsOf(providerReturns)
const logged = patternsOf(loggedPages)

export const isProviderReturn = (pathname: string): boolean =>
  returns.some((pattern) => pattern.test(pathname))

/** Whether answering a GET of this address, or of its data, may write. */
export function isWritingGet(pathname: string): boolean {
  const page = pathname.replace(/\.data$/, "")
  return isProviderReturn(page) || logged.some((pattern) => pattern.test(page))
}
