import { type Facts, patternOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"

// GETs that write. A provider sends a buyer back by GET, and that visit confirms a payment. Each asks the provider and
// believes only its answer, so repeating or forging the visit does nothing. And a school's page that our staff open is
// recorded in that school's log before it is shown. These are the exceptions to "loaders never write". A replica must
// forward them to the primary; it may answer every other GET itself.

const patternsOf = (writes: Facts["writes"]) =>
  screens.filter((screen) => screen.writes === writes).map(({ path }) => patternOf(path))
const returns = patternsOf("provider")
const logged = patternsOf("log")

/** An address to which a payment provider returns people. */
export const isProviderReturn = (pathname: string): boolean =>
  returns.some((pattern) => pattern.test(pathname))

/** Whether answering a GET of this address, or of its data, may write. */
export function isWritingGet(pathname: string): boolean {
  const page = pathname.replace(/\.data$/, "")
  return isProviderReturn(page) || logged.some((pattern) => pattern.test(page))
}
