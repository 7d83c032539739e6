import { Form, type FormProps, useRouteLoaderData } from "@remix-run/react"
import { FormToken } from "./form-token"

/** The id of the signed-in area's frame in the route table; its loader holds the form token. */
export const shellRouteId = "shell"

/** A form of the signed-in area: posts, and carries the form token for browsers that do not say where they come from. */
export function PostForm({ children, ...props }: Omit<FormProps, "method">) {
  const shell = useRouteLoaderData<{ formToken: string }>(shellRouteId)
  return (
    <Form method="post" {...props}>
      {shell ? <FormToken token={shell.formToken} /> : null}
      {children}
    </Form>
  )
}
