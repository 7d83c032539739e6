import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"

type ChargeThoseProps = {
  students: readonly { studentId: string; name: string }[]
  feeMinor: number
  currency: string
}

/** Whoever said yes before there was a fee, and the button that charges them. */
export function ChargeThose({ students, feeMinor, currency }: ChargeThoseProps) {
  if (students.length === 0) return null
  const sum = formatMoney(students.length * feeMinor, currency)
  return (
    <Callout>
      <p>
        {countOf(students.length, "student")} said yes without a fee:{" "}
        {joinNames(students.map(({ name }) => name))}. Charged now, {formatMoney(feeMinor, currency)} each is
        on their families’ next invoices.
      </p>
      <PostForm>
        {students.map(({ studentId }) => (
          <input key={studentId} type="hidden" name="student" value={studentId} />
        ))}
        <input type="hidden" name="fee" value={feeMinor} />
        <SubmitButton intent="charge" variant="secondary" pending="Charging…">
          Charge {countOf(students.length, "fee")}, {sum}
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}
