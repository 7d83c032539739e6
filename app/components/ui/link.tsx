import { type LinkProps, Link as RoutedLink } from "@remix-run/react"
import { useMayOpen } from "./limits"

/**
 * A link to another screen. In the browser it is Remix's, which navigates without a new document. On the server it is a
 * plain anchor: resolving the same address through the router took most of the time of a list. Relative addresses still
 * go through the router. Where the viewer may not go, its text remains.
 */
export function Link(props: LinkProps) {
  const mayOpen = useMayOpen()
  if (!mayOpen(props.to)) return <span>{props.children}</span>
  if (!import.meta.env.SSR || typeof props.to !== "string" || !props.to.startsWith("/"))
    return <RoutedLink discover="none" {...props} />
  const { to, discover, prefetch, preventScrollReset, relative, reloadDocument, ...rest } = props
  const { replace, state, viewTransition, ...attributes } = rest
  return <a {...attributes} href={to} />
}
