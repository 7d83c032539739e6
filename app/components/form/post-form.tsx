import { Form, type FormProps, useActionData, useNavigation, useRouteLoaderData } from "@remix-run/react"
import { type FormEvent, useEffect, useRef } from "react"
import { FormToken } from "./form-token"
import { useTypedText } from "./typed-text"

/** The id of the signed-in area's frame in the route table; its loader holds the form token. */
export const shellRouteId = "shell"

/** A form of the signed-in area: posts, and carries the form token for browsers that do not say where they come from. */
export function PostForm({ children, onSubmit, ...props }: Omit<FormProps, "method">) {
  const shell = useRouteLoaderData<{ formToken: string }>(shellRouteId)
  const { form, wasSent, noteSent } = useForgottenErrors()
  useTypedText(form, wasSent)
  return (
    <Form
      ref={form}
      method="post"
      discover="none"
      onSubmit={(event) => {
        onSubmit?.(event)
        noteSent(event)
      }}
      {...props}
    >
      {shell ? <FormToken token={shell.formToken} /> : null}
      {children}
    </Form>
  )
}

/**
 * Conform keeps the last refusal's errors until the next answer. A form that was refused, then accepted, and is still
 * on the page starts over with the saved values.
 */
function useForgottenErrors() {
  const form = useRef<HTMLFormElement>(null)
  const wasSent = useRef(false)
  const { state } = useNavigation()
  const answer: unknown = useActionData()
  useEffect(() => {
    if (state !== "idle" || !wasSent.current) return
    wasSent.current = false
    const isRefused = form.current?.querySelector("[aria-invalid=true], .field.invalid")
    if (answer === undefined && isRefused) form.current?.reset()
  }, [state, answer])
  const noteSent = (event: FormEvent) => {
    if (!event.defaultPrevented) wasSent.current = true
  }
  return { form, wasSent, noteSent }
}
