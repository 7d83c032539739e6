import { type LinkProps, Link as RoutedLink } from "@remix-run/react"

/**
 * A link to another screen. In the browser it is Remix's, which navigates without a new document. On the server it is a
 * plain anchor: resolving the same address through the router took most of the time of a list. Relative addresses still
 * go through the router.
 */
export function Link(props: LinkProps) {
  if (!import.meta.env.SSR || typeof props.to !== "string" || !props.to.startsWith("/"))
    return <RoutedLink discover="none" {...props} />
  const { to, discover, prefetch, preventScrollReset, relative, reloadDocument, ...rest } = props
  const { replace, state, viewTransition, ...attributes } = rest
  return <a {...attributes} href={to} />
}
