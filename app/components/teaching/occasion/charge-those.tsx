import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"

type ChargeThoseProps = {
  students: readonly { studentId: string; name: string; companions: number; amountMinor: number }[]
  feeMinor: number
  currency: string
}

/** Whoever said yes before there was a fee, and the button that charges them. */
export function ChargeThose({ students, feeMinor, currency }: ChargeThoseProps) {
  if (students.length === 0) return null
  const sumMinor = students.reduce((all, { amountMinor }) => all + amountMinor, 0)
  const guests = students.reduce((all, { companions }) => all + companions, 0)
  const price = (minor: number) => formatMoney(minor, currency)
  const each =
    guests === 0
      ? `${price(feeMinor)} each is on their families’ next invoices`
      : `${price(sumMinor)} is on their families’ next invoices, with ${countOf(guests, "guest")}`
  return (
    <Callout>
      <p>
        {countOf(students.length, "student")} said yes without a fee:{" "}
        {joinNames(students.map(({ name }) => name))}. Charged now, {each}.
      </p>
      <PostForm>
        {students.map(({ studentId }) => (
          <input key={studentId} type="hidden" name="student" value={studentId} />
        ))}
        <input type="hidden" name="fee" value={feeMinor} />
        <input type="hidden" name="sum" value={sumMinor} />
        <SubmitButton intent="charge" variant="secondary" pending="Charging…">
          Charge {countOf(students.length, "fee")}, {price(sumMinor)}
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}
