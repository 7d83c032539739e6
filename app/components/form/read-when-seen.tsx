import { useFetcher, useRouteLoaderData } from "@remix-run/react"
import { useEffect } from "react"
import { FormToken } from "~/components/form/form-token"
import { shellRouteId } from "~/components/form/post-form"

/**
 * Marks what the page shows as read, by its form at `action`: automatically with a script, once the page is seen, and with a button
 * without. A page that a browser loads ahead marks nothing. With `isInBackground` there is no button, the page isn't asked for again, and nothing
 * becomes of it where it fails: offline, or while the school can't write.
 */
export function ReadWhenSeen({
  action,
  isInBackground = false,
}: {
  action: string
  isInBackground?: boolean
}) {
  const { submit, Form, state } = useFetcher()
  const token = useRouteLoaderData<{ formToken: string }>(shellRouteId)?.formToken ?? ""
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState === "hidden") return
      document.removeEventListener("visibilitychange", mark)
      const fields = { intent: "read", formToken: token }
      if (isInBackground)
        fetch(action, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }).catch(
          () => undefined,
        )
      else submit(fields, { method: "post", action })
    }
    document.addEventListener("visibilitychange", mark)
    mark()
    return () => document.removeEventListener("visibilitychange", mark)
  }, [submit, token, action, isInBackground])
  if (isInBackground || state !== "idle") return null
  return (
    <Form method="post" action={action}>
      <FormToken token={token} />
      <button className="button" type="submit" name="intent" value="read">
        Mark as read
      </button>
    </Form>
  )
}
