import { type LinkProps, Link as RoutedLink } from "@remix-run/react"

/**
 * A link to another screen. In the browser it is Remix's, which goes there without a new document. On the server, where
 * nobody follows it, it is only the anchor that one writes: finding the same address through the router took most of
 * the time of a list. Only the router knows what an address means that begins elsewhere than at the top.
 */
export function Link(props: LinkProps) {
  if (!import.meta.env.SSR || typeof props.to !== "string" || !props.to.startsWith("/"))
    return <RoutedLink discover="none" {...props} />
  const { to, discover, prefetch, preventScrollReset, relative, reloadDocument, ...rest } = props
  const { replace, state, viewTransition, ...attributes } = rest
  return <a {...attributes} href={to} />
}
