import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

/** Where a family went that was merged into another. */
export type MergedAway = {
  into: { id: string; name: string }
  on: string | null
  /** null for those who don’t merge families */
  undo: { taskId: string; refusal: string | null } | null
}

/** Above each page of a family that was merged into another: where everyone and everything is, and the way back. */
export function MergedFamily({ merged: { into, on, undo } }: { merged: MergedAway }) {
  return (
    <Callout tone="blue">
      <p>
        Merged into <Link to={paths.familyRecord(into.id)}>{into.name}</Link>
        {on ? ` on ${formatDate(on, "medium")}` : ""}. Its students, guardians, invoices and payments are
        there.
      </p>
      {undo?.refusal ? <p>{undo.refusal}</p> : null}
      {undo && !undo.refusal ? (
        <PostForm action={paths.task(undo.taskId)}>
          <SubmitButton intent="undo" variant="secondary" pending="Undoing…">
            Undo merge
          </SubmitButton>
        </PostForm>
      ) : null}
    </Callout>
  )
}
