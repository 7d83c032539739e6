import type { LinkProps } from "@remix-run/react"
import type { ButtonHTMLAttributes } from "react"
import { useMayOpen } from "./limits"
import { Link } from "./link"

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
