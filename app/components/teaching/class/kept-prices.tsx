import { Link } from "~/components/ui/button"
import type { Price } from "~/models/teaching/price/price"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { priceText } from "./class-labels"

type KeptPrice = { enrollmentId: string; name: string; price: Price }
type KeptPricesProps = { prices: KeptPrice[]; classId: string; currency: string }

/** "1 student keeps $42.50 per lesson", "3 students keep a custom price" */
function keptPricesText(prices: readonly KeptPrice[], currency: string): string {
  const [first] = prices
  const isOnePrice = prices.every(
    ({ price: { billing, amountMinor } }) =>
      billing === first?.price.billing && amountMinor === first.price.amountMinor,
  )
  const price = first && isOnePrice ? priceText(first.price, currency) : "a custom price"
  return `${countOf(prices.length, "student keeps", "students keep")} ${price}`
}

/** Whom a new price of the class does not reach, before it is set. */
export function KeptPrices({ prices, classId, currency }: KeptPricesProps) {
  if (prices.length === 0) return null
  return (
    <p>
      {keptPricesText(prices, currency)}:{" "}
      {prices.map(({ enrollmentId, name, price }, index) => (
        <span key={enrollmentId}>
          {index > 0 ? ", " : null}
          <Link to={paths.enrollment(classId, enrollmentId)}>{name}</Link> ({priceText(price, currency)})
        </span>
      ))}
      .
    </p>
  )
}

const linkedInToast = 3

/** The same after it was set; many are found on the class's list of students. */
export function keptPricesToast(prices: readonly KeptPrice[], classId: string, currency: string) {
  return {
    text: `${keptPricesText(prices, currency)}${prices.length > linkedInToast ? "." : ":"}`,
    links:
      prices.length > linkedInToast
        ? [{ label: "See students", to: paths.classStudents(classId) }]
        : prices.map(({ enrollmentId, name }) => ({
            label: name,
            to: paths.enrollment(classId, enrollmentId),
          })),
  }
}
