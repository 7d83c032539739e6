import {
  Form,
  type FormProps,
  useActionData,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react"
import { type FormEvent, type MutableRefObject, useEffect, useLayoutEffect, useRef } from "react"
import { useMaySend } from "~/components/ui/limits"
import type { Permission } from "~/models/foundation/access/permissions"
import { FormToken } from "./form-token"
import { useTypedText } from "./use-typed-text"

/** The id of the signed-in area's frame in the route table; its loader holds the form token. */
export const shellRouteId = "shell"

/**
 * A form of the signed-in area: posts, and carries the form token for browsers that do not say where they come from. It
 * is missing for a member whose rights don't cover it; `needs` is what it needs beside its address.
 */
export function PostForm({ needs, ...props }: PostFormProps) {
  const { pathname } = useLocation()
  return useMaySend(props.action ?? pathname, needs) ? <OpenForm {...props} /> : null
}

type PostFormProps = Omit<FormProps, "method"> & { needs?: Permission }

function OpenForm({ children, onSubmit, ...props }: Omit<FormProps, "method">) {
  const shell = useRouteLoaderData<{ formToken: string }>(shellRouteId)
  const { form, wasSent, noteSent } = useForgottenErrors()
  useTopOfNextPage(wasSent)
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
 * A form that keeps the scroll position (`preventScrollReset`) keeps it on its own page only. The router would keep it after a
 * redirect to another page, too, which then began somewhere in its middle.
 */
function useTopOfNextPage(wasSent: MutableRefObject<boolean>) {
  const { pathname } = useLocation()
  // Its cleanup runs when the form leaves with its page or its page gets another address, before the next one is scrolled.
  useLayoutEffect(
    () => () => {
      if (wasSent.current && window.location.pathname !== pathname) window.scrollTo(0, 0)
    },
    [wasSent, pathname],
  )
}

/**
 * Conform keeps the last refusal's errors until the next answer. A form that was refused, then accepted, and is still
 * on the page starts over with the saved values.
 */
function useForgottenErrors() {
  const form = useRef<HTMLFormElement>(null)
  const wasSent = useRef(false)
  const answerBefore = useRef<unknown>()
  const { state } = useNavigation()
  const answer: unknown = useActionData()
  useEffect(() => {
    if (!wasSent.current) return
    // A refusal is drawn while the page's data is still being read again; from then on the form holds what was refused.
    const isAnswered = answer !== undefined && answer !== answerBefore.current
    if (state !== "idle" && !isAnswered) return
    wasSent.current = false
    const isRefused = form.current?.querySelector("[aria-invalid=true], .field.invalid")
    // What is kept on this device to be sent later has left the form.
    const isKept = isAnswered && typeof answer === "object" && answer !== null && "isKept" in answer
    if (isKept || (answer === undefined && isRefused)) form.current?.reset()
  }, [state, answer])
  const noteSent = (event: FormEvent) => {
    if (event.defaultPrevented) return
    wasSent.current = true
    answerBefore.current = answer
  }
  return { form, wasSent, noteSent }
}
