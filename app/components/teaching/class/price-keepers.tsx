import { Link } from "~/components/ui/link"
import type { Price } from "~/models/teaching/price/price"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { priceText } from "./class-words"

type Keeper = { enrollmentId: string; name: string; price: Price }
type Keepers = { keepers: Keeper[]; classId: string; currency: string }

/** "1 student keeps $42.50 per lesson", "3 students keep a custom price" */
function keepersWords(keepers: readonly Keeper[], currency: string): string {
  const [first] = keepers
  const isOnePrice = keepers.every(
    ({ price: { billing, amountMinor } }) =>
      billing === first?.price.billing && amountMinor === first.price.amountMinor,
  )
  const price = first && isOnePrice ? priceText(first.price, currency) : "a custom price"
  return `${countOf(keepers.length, "student keeps", "students keep")} ${price}`
}

/** Whom a new price of the class does not reach, before it is set. */
export function PriceKeepers({ keepers, classId, currency }: Keepers) {
  if (keepers.length === 0) return null
  return (
    <p>
      {keepersWords(keepers, currency)}:{" "}
      {keepers.map(({ enrollmentId, name, price }, index) => (
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
export function keepersInToast(keepers: readonly Keeper[], classId: string, currency: string) {
  return {
    text: `${keepersWords(keepers, currency)}${keepers.length > linkedInToast ? "." : ":"}`,
    links:
      keepers.length > linkedInToast
        ? [{ label: "See students", to: paths.classStudents(classId) }]
        : keepers.map(({ enrollmentId, name }) => ({
            label: name,
            to: paths.enrollment(classId, enrollmentId),
          })),
  }
}
