import { useRouteError } from "@remix-run/react"

/** What a developer wants to know of a failed page; the server has put the source's lines into the stack. */
export function ErrorSource() {
  const error = useRouteError()
  return error instanceof Error ? <pre>{error.stack}</pre> : null
}
