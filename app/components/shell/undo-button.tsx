import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

/** Undoes what the message beside it reports. It is a form like any other, so it works without a script. */
export function UndoButton({ to, fields }: { to: string; fields: Record<string, string> }) {
  return (
    <PostForm action={to}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton variant="secondary" pending="Undoing…">
        Undo
      </SubmitButton>
    </PostForm>
  )
}
