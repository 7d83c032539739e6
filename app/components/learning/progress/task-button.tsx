import type { ComponentProps } from "react"
import { ActButton } from "~/components/form/post-form"
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
export const TaskButton = ({ assignmentId, to, ...button }: TaskButtonProps) => (
  <ActButton action={to} sends={{ assignment: assignmentId }} pending="Saving…" {...button} />
)
