import { useFetcher, useRouteLoaderData } from "@remix-run/react"
import { useEffect } from "react"
import { FormToken } from "~/components/form/form-token"
import { shellRouteId } from "~/components/form/post-form"
import { paths } from "~/utils/paths"

/** Marks the conversation as read: automatically with a script, with a button without. */
export function ReadWhenSeen({ conversationId }: { conversationId: string }) {
  const { submit, Form, state } = useFetcher()
  const token = useRouteLoaderData<{ formToken: string }>(shellRouteId)?.formToken ?? ""
  const action = paths.conversation(conversationId)
  useEffect(() => {
    submit({ intent: "read", formToken: token }, { method: "post", action })
  }, [submit, token, action])
  if (state !== "idle") return null
  return (
    <Form method="post" action={action}>
      <FormToken token={token} />
      <button className="button" type="submit" name="intent" value="read">
        Mark as read
      </button>
    </Form>
  )
}
