import type { FieldMeta } from "~/components/form/field-frame"
import { Note } from "~/components/ui/note"
import { freeTimeText } from "~/models/teaching/session/clash"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { OverrideFields } from "../schedule/place-fields"

/** Beside a refusal: where it would be free, and, where that is allowed, how to keep both. Stands inside the form. */
export function ClashHelp({ refused, meta }: { refused: Refused | null; meta: FieldMeta }) {
  if (!refused) return null
  return (
    <>
      <Note>
        {refused.alternatives.length > 0 ? (
          <>
            <p>
              <b>Free for everybody, near the first of them:</b>
            </p>
            <ul>
              {refused.alternatives.map((time) => (
                <li key={freeTimeText(time)}>{freeTimeText(time)}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>Nothing is free for everybody within two weeks. Try another room or teacher.</p>
        )}
      </Note>
      <OverrideFields refused={refused} meta={meta} />
    </>
  )
}
