import { type LinkProps, Link as RoutedLink } from "@remix-run/react"
import type { ButtonHTMLAttributes } from "react"
import { useMayOpen } from "./limits"

/** A view has one `primary` button. `plain` and `danger` look like text; `danger-primary` belongs to confirmation pages. */
type Variant = "secondary" | "primary" | "plain" | "danger" | "danger-primary"

const variants: Record<Variant, string> = {
  secondary: "button",
  primary: "button primary",
  plain: "button plain",
  danger: "button plain danger",
  "danger-primary": "button primary danger",
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant
  wide?: boolean
  /** tells it apart from the form's other buttons */
  intent?: string
}

/** A button that submits its form unless `type` says otherwise. */
export function Button({ variant = "secondary", wide, type = "submit", intent, ...rest }: ButtonProps) {
  const named = intent === undefined ? {} : { name: "intent", value: intent }
  // The space tells it apart from what is before it where there are no styles.
  return (
    <>
      {" "}
      <button
        type={type}
        className={wide ? `${variants[variant]} wide` : variants[variant]}
        {...named}
        {...rest}
      />
    </>
  )
}

/** A link that looks like a button: it leads to a page and changes nothing. Where the viewer may not go, it is missing. */
export function LinkButton({
  variant = "secondary",
  wide,
  ...rest
}: LinkProps & { variant?: Variant; wide?: boolean }) {
  const mayOpen = useMayOpen()
  if (!mayOpen(rest.to)) return null
  return (
    <>
      {" "}
      <Link className={wide ? `${variants[variant]} wide` : variants[variant]} {...rest} />
    </>
  )
}

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
