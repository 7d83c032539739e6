import type { FieldMeta } from "~/components/form/field-frame"
import { Callout } from "~/components/ui/callout"
import { freeTimeText } from "~/models/teaching/session/clash"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { OverrideFields } from "../schedule/slot-fields"

/** Beside a refusal: free alternatives, and, where allowed, a way to schedule it anyway. Part of the form. */
export function ClashHelp({ refused, meta }: { refused: Refused | null; meta: FieldMeta }) {
  if (!refused) return null
  if (refused.withoutSearch) return <Reason refused={refused} meta={meta} />
  return (
    <>
      <Callout>
        {refused.alternatives.length > 0 ? (
          <>
            <p>
              <b>Times that work for everyone:</b>
            </p>
            <ul>
              {refused.alternatives.map((time) => (
                <li key={freeTimeText(time)}>{freeTimeText(time)}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>No time works for everyone in the next two weeks. Try another room or teacher.</p>
        )}
      </Callout>
      <Reason refused={refused} meta={meta} />
    </>
  )
}

/** Lessons that are left out need no reason: it isn’t asked for while that is chosen. */
const Reason = ({ refused, meta }: { refused: Refused; meta: FieldMeta }) =>
  refused.mayOverride ? (
    <div className="group-has-[[name=leavesClashing]:checked]:hidden">
      <OverrideFields refused={refused} meta={meta} />
    </div>
  ) : null
