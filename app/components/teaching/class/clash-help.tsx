import type { FieldMeta } from "~/components/form/field-frame"
import type { Refused } from "~/models/teaching/session/slot-check"
import { FreeTimes } from "../schedule/free-times"
import { OverrideFields } from "../schedule/slot-fields"

type ClashHelpProps = {
  refused: Refused | null
  meta: FieldMeta
  /** The ticked days of a form that has the weekly time: free ones can be chosen. */
  days?: readonly string[]
}

/**
 * Beside a refusal: free times, where the form has a time to fill, and, where allowed, a way to schedule it anyway. Lessons that are
 * left out need no reason: it isn’t asked for while that is chosen.
 */
export const ClashHelp = ({ refused, meta, days }: ClashHelpProps) => (
  <>
    {days ? <FreeTimes refused={refused} days={days} /> : null}
    {refused?.mayOverride ? (
      <div className="group-has-[[name=leavesClashing]:checked]:hidden">
        <OverrideFields refused={refused} meta={meta} />
      </div>
    ) : null}
  </>
)
