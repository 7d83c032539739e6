import type { LinkProps } from "@remix-run/react"
import type { ButtonHTMLAttributes } from "react"
import { Link } from "./link"

/** `go` is the view's one primary key; `plain` underlined words; `cut` red words; `cut-go` the red key of a confirmation page. */
type Variant = "key" | "go" | "plain" | "cut" | "cut-go"

const variants: Record<Variant, string> = {
  key: "button",
  go: "button primary",
  plain: "button plain",
  cut: "button plain danger",
  "cut-go": "button primary danger",
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { variant?: Variant; wide?: boolean }

/** A key that submits its form unless told otherwise; the words are its children. */
export function Button({ variant = "key", wide, type = "submit", ...rest }: ButtonProps) {
  return <button type={type} className={wide ? `${variants[variant]} wide` : variants[variant]} {...rest} />
}

/** A link that looks like a key, for places rather than deeds. */
export function LinkButton({
  variant = "key",
  wide,
  ...rest
}: LinkProps & { variant?: Variant; wide?: boolean }) {
  return <Link className={wide ? `${variants[variant]} wide` : variants[variant]} {...rest} />
}
