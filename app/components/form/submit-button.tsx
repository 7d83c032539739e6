import { useNavigation } from "@remix-run/react"
import type { ComponentProps } from "react"
import { Button } from "~/components/ui/button"

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "name" | "value"> & {
  /** what the key says while its form is on the way, such as "Saving…" */
  pending: string
  /** tells two keys of one form apart */
  intent?: string
}

/** The key that sends a form. Its words change while the answer is awaited; without a script it is a plain button. */
export function SubmitButton({ pending, intent, variant = "go", children, ...rest }: SubmitButtonProps) {
  const { formData, formMethod } = useNavigation()
  const waiting =
    formMethod !== undefined && formMethod !== "GET" && (formData?.get("intent") ?? undefined) === intent
  const named = intent === undefined ? {} : { name: "intent", value: intent }
  return (
    <Button type="submit" variant={variant} data-pending={pending} {...named} {...rest}>
      {waiting ? pending : children}
    </Button>
  )
}
