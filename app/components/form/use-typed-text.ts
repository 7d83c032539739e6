import { useNavigationType } from "@remix-run/react"
import { type RefObject, useEffect } from "react"

type Follow = typeof import("./typed-text").followTyped
let loaded: Follow | undefined

/** Keeps what is typed into a form while the person is away (typed-text.ts). It loads behind the page with its first form. */
export function useTypedText(form: RefObject<HTMLFormElement>, wasSent: RefObject<boolean>) {
  const isBack = useNavigationType() === "POP"
  useEffect(() => {
    const element = form.current
    if (!element) return
    let leave: (() => void) | undefined
    let isGone = false
    const follow = (found: Follow) => {
      loaded = found
      if (!isGone) leave = found(element, wasSent, isBack)
    }
    if (loaded) follow(loaded)
    else
      import("./typed-text").then(
        ({ followTyped }) => follow(followTyped),
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
