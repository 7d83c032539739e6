import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import {
  type Unstaffed,
  unstaffedText,
} from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change"
import type { Recipients } from "~/models/teaching/session/rule-effect"
import { countOf, formatDate } from "~/utils/formats"
import { RecipientNames } from "./recipient-names"

/** Who gets an email about a new teacher or room, before it is saved. */
export function ClassChangeEffect({
  changed,
  told,
  left,
}: {
  changed?: number
  told: Recipients
  left?: Unstaffed | null
}) {
  return (
    <Callout>
      {changed === undefined ? null : (
        <p>
          {changed === 0
            ? "No upcoming lesson changes its teacher or room."
            : `${countOf(changed, "upcoming lesson changes", "upcoming lessons change")}. Lessons with a substitute or in another room keep them.`}
        </p>
      )}
      {left ? <p>{unstaffedText(left)}</p> : null}
      <RecipientNames told={told} />
    </Callout>
  )
}

/** When a class got its teacher or room, and the way back. */
export function UndoClassChange({ id, on }: { id: string; on: string }) {
  return (
    <PostForm className="stack" sends={{ command: "facts-back", change: id }}>
      <p>The teacher or room was changed on {formatDate(on, "medium")}.</p>
      <p className="buttons">
        <SubmitButton intent="undo" variant="secondary" pending="Undoing…" label="Undo this change" />
      </p>
    </PostForm>
  )
}
