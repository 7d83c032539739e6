import { useNavigation } from "@remix-run/react"
import type { ComponentProps } from "react"
import { useHeldRequest } from "~/components/shell/connection/held-requests"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { intentOf } from "~/utils/intent"

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "name" | "value"> & {
  /** the label while the form is being sent, such as "Saving…" */
  pending: string
  /** in place of children */
  label?: string
  /** what the form is for: Enter does it, so it is the first button of the form */
  isMain?: boolean
}

/** The button that sends a form. Its text changes while the answer is awaited, not while there is no connection; without a script it is a plain button. */
export function SubmitButton({
  pending,
  intent,
  isMain,
  variant = "primary",
  label,
  children = label,
  ...rest
}: SubmitButtonProps) {
  const { formData, formMethod } = useNavigation()
  const isHeld = useHeldRequest() !== undefined
  const waiting =
    !isHeld && formMethod !== undefined && formMethod !== "GET" && intentOf(formData) === (intent ?? "")
  return (
    <Button
      variant={variant}
      intent={intent}
      data-pending={pending}
      data-main={isMain ? "" : undefined}
      {...rest}
    >
      {waiting ? pending : children}
    </Button>
  )
}

type SubmitRowProps = Omit<SubmitButtonProps, "children"> & {
  /** where the reader goes who changes their mind; null where the form is one of a row without a way out */
  cancel?: string | null
  cancelLabel?: string
}

/** The last line of a form: its button, and the way out. */
export const SubmitRow = ({ cancel, cancelLabel = "Cancel", ...button }: SubmitRowProps) => (
  <p className={cancel === undefined ? undefined : "buttons"}>
    <SubmitButton {...button} />
    {cancel ? <Link to={cancel}>{cancelLabel}</Link> : null}
  </p>
)
