import { useFetcher, useRevalidator, useRouteLoaderData } from "@remix-run/react"
import { useEffect } from "react"
import { shellRouteId } from "~/components/form/post-form"

/** Asks for new messages while the page is visible. Without a script, reloading does the same. */
export function LiveConversation({ everyMs = 8000 }: { everyMs?: number }) {
  const { revalidate, state } = useRevalidator()
  const isIdle = state === "idle"
  useEffect(() => {
    if (!isIdle) return
    const ask = () => {
      if (document.visibilityState === "visible") revalidate()
    }
    const timer = setInterval(ask, everyMs)
    document.addEventListener("visibilitychange", ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", ask)
    }
  }, [revalidate, isIdle, everyMs])
  return null
}

/** Marks what is unread as read once it is on a visible page. */
export function ReadWhileVisible({ unread, action }: { unread: number; action: string }) {
  const { submit, state } = useFetcher()
  const token = useRouteLoaderData<{ formToken: string }>(shellRouteId)?.formToken ?? ""
  useEffect(() => {
    if (unread === 0 || state !== "idle" || document.visibilityState !== "visible") return
    submit({ intent: "read", formToken: token }, { method: "post", action })
  }, [unread, state, submit, token, action])
  return null
}
