import { useNavigationType } from "@remix-run/react"
import { type RefObject, useEffect } from "react"

type TypedText = typeof import("./typed-text")
let loaded: TypedText | undefined

/** Whether a form of the page holds what its visitor has typed, as far as is known. */
export const isTyped = (formId: string) => loaded?.isTyped(formId) ?? true

/** Keeps what is typed into a form while the person is away (typed-text.ts). It loads behind the page with its first form. */
export function useTypedText(form: RefObject<HTMLFormElement>, wasSent: RefObject<boolean>) {
  const isBack = useNavigationType() === "POP"
  useEffect(() => {
    const element = form.current
    if (!element) return
    let leave: (() => void) | undefined
    let isGone = false
    const follow = (found: TypedText) => {
      loaded = found
      if (!isGone) leave = found.followTyped(element, wasSent, isBack)
    }
    if (loaded) follow(loaded)
    else
      import("./typed-text").then(
        follow,
        // Without a connection nothing is kept; the form works all the same.
        () => undefined,
      )
    return () => {
      isGone = true
      leave?.()
    }
    // Restores once per form, so that it never overwrites later typing.
  }, [form, wasSent, isBack])
}
