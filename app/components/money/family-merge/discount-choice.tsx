import { FieldProblem } from "~/components/ui/field-problem"
import type { ComparedFamily, JoiningAccount } from "~/models/money/family-merge/family-merge"

type DiscountChoiceProps = {
  keep: ComparedFamily
  gone: ComparedFamily
  discounts: JoiningAccount["discounts"]
  problem: string | undefined
}

/** Which of two families' discounts stays; nothing where one of them has none. */
export function DiscountChoice({ keep, gone, discounts, problem }: DiscountChoiceProps) {
  if (discounts.keep.length === 0 || discounts.gone.length === 0) return null
  const choices = [
    { value: "keep", label: `${discounts.keep.join("; ")} (${keep.name})` },
    { value: "gone", label: `${discounts.gone.join("; ")} (${gone.name})` },
  ]
  return (
    <fieldset className={problem ? "field invalid" : "field"} aria-describedby="discount-hint">
      <legend>Family discount</legend>
      <div className="hint" id="discount-hint">
        The one you choose is then for all students, the other one ends. Charges already made keep theirs.
      </div>
      <FieldProblem id="discount-problem" message={problem} />
      {choices.map(({ value, label }) => (
        <label key={value} className="checkbox">
          <input type="radio" name="discount" value={value} defaultChecked={value === "keep"} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
