import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { paths } from "~/utils/paths"

/** On the record of a teacher who was deactivated: what that means, and the way back. */
export function ReactivateTeacher({ teacherId, name }: { teacherId: string; name: string }) {
  return (
    <Callout tone="amber">
      <p>{name} is deactivated and takes no spot of your plan. Past lessons, attendance and pay stay.</p>
      <PostForm action={paths.teachers()}>
        <input type="hidden" name="intent" value="reactivate" />
        <input type="hidden" name="teacherId" value={teacherId} />
        <SubmitButton variant="secondary" pending="Reactivating…">
          Reactivate {name}
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}
