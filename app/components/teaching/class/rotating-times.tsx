import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { mostRotating } from "~/models/teaching/class/rotation"

/** The weeks after the first. */
export const laterWeeks = Array.from({ length: mostRotating - 1 }, (_, index) => index + 2)

/** The start times of the weeks after the first: they take turns. The summary of errors leads to `id`. */
export function RotatingTimes({ id, metas }: { id: string; metas: FieldMeta[] }) {
  return (
    <details
      id={id}
      className="disclosure"
      open={metas.some(({ initialValue, errors }) => initialValue || errors)}
    >
      <summary>Rotating times</summary>
      <p className="small dim">
        The start above is for the first week. Enter one for each week after it, then they begin again. Each
        becomes a weekly time of its own.
      </p>
      <div className="columns">
        {metas.map((meta, index) => (
          <Field
            key={meta.id}
            meta={meta}
            label={`Start in week ${laterWeeks[index]}`}
            type="time"
            optional
          />
        ))}
      </div>
    </details>
  )
}
