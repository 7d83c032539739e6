import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type MoveAgainProps = {
  /** "Wed, Dec 9, 3:00 PM" */
  to: string
  fields: [name: string, value: string][]
}

/** A move that wasn't saved, as it was sent, with the button that sends it again. */
export const MoveAgain = ({ to, fields }: MoveAgainProps) => (
  <PostForm needs="schedule:write">
    {fields.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <SubmitButton intent="save" pending="Moving…">{`Move to ${to}`}</SubmitButton>
  </PostForm>
)
