import { useNavigation } from "@remix-run/react"
import type { ComponentProps } from "react"
import { useHeldRequest } from "~/components/shell/connection/held-requests"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { intentOf } from "~/utils/intent"

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "name" | "value"> & {
  /** the label while the form is being sent, such as "Saving…" */
  pending: string
  /** distinguishes two buttons of one form */
  intent?: string
  /** what the form is for: Enter does it, so it is the first button of the form */
  isMain?: boolean
}

/** The button that sends a form. Its text changes while the answer is awaited, not while there is no connection; without a script it is a plain button. */
export function SubmitButton({
  pending,
  intent,
  isMain,
  variant = "primary",
  children,
  ...rest
}: SubmitButtonProps) {
  const { formData, formMethod } = useNavigation()
  const isHeld = useHeldRequest() !== undefined
  const waiting =
    !isHeld && formMethod !== undefined && formMethod !== "GET" && intentOf(formData) === (intent ?? "")
  const named = intent === undefined ? {} : { name: "intent", value: intent }
  return (
    <Button
      type="submit"
      variant={variant}
      data-pending={pending}
      data-main={isMain ? "" : undefined}
      {...named}
      {...rest}
    >
      {waiting ? pending : children}
    </Button>
  )
}

type SubmitRowProps = Omit<SubmitButtonProps, "children"> & {
  label: string
  /** where the reader goes who changes their mind; null where the form is one of a row without a way out */
  cancel?: string | null
  cancelLabel?: string
}

/** The last line of a form: its button, and the way out. */
export const SubmitRow = ({ label, cancel, cancelLabel = "Cancel", ...button }: SubmitRowProps) => (
  <p className={cancel === undefined ? undefined : "buttons"}>
    <SubmitButton {...button}>{label}</SubmitButton>
    {cancel ? <Link to={cancel}>{cancelLabel}</Link> : null}
  </p>
)
