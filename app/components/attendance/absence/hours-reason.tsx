import { Callout } from "~/components/ui/callout"
import { FieldProblem } from "~/components/ui/field-problem"
import { countOf } from "~/utils/count-of"

type HoursReasonProps = {
  /** how many lessons have a substitute outside their hours */
  count: number
  typed: string
  problem: string | undefined
}

/** Why substitutes teach outside their hours: asked for only where one is chosen. */
export function HoursReason({ count, typed, problem }: HoursReasonProps) {
  const id = "absence-hoursReason"
  return (
    <Callout tone="amber">
      <div className={problem ? "field invalid" : "field"}>
        <label htmlFor={id}>Reason to schedule outside teaching hours</label>
        <div className="hint" id={`${id}-hint`}>
          {countOf(count, "lesson")} {count === 1 ? "is" : "are"} outside the substitute’s hours. The reason
          is saved with {count === 1 ? "it" : "them"}.
        </div>
        <FieldProblem id={`${id}-error`} message={problem} />
        <input
          id={id}
          name="hoursReason"
          maxLength={200}
          defaultValue={typed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
        />
      </div>
    </Callout>
  )
}
