import type { ComponentProps } from "react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { Button } from "~/components/ui/button"

type TaskButtonProps = {
  assignmentId: string
  intent: "done" | "undone" | "withdraw"
  variant?: ComponentProps<typeof Button>["variant"]
  /** the page that answers, when it is not this one */
  to?: string
  /** where the same button stands beside several tasks */
  "aria-label"?: string
  children: string
}

/** One thing to do with one task. */
export function TaskButton({
  assignmentId,
  intent,
  variant = "secondary",
  to,
  children,
  ...named
}: TaskButtonProps) {
  return (
    <PostForm action={to}>
      <input type="hidden" name="assignment" value={assignmentId} />
      <SubmitButton pending="Saving…" intent={intent} variant={variant} {...named}>
        {children}
      </SubmitButton>
    </PostForm>
  )
}
