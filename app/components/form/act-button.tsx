import type { ComponentProps } from "react"
import { PostForm } from "./post-form"
import { SubmitButton } from "./submit-button"

type ActButtonProps = ComponentProps<typeof SubmitButton> &
  Pick<ComponentProps<typeof PostForm>, "action" | "needs" | "preventScrollReset"> & {
    /** what it acts on: the names of records */
    sends?: Record<string, string | number | undefined>
    /** in place of children */
    label?: string
    /** completes the label for those who only hear it, where a page has several alike */
    about?: string
  }

/** A form that is one button. */
export const ActButton = ({
  action,
  className,
  needs,
  preventScrollReset,
  sends = {},
  label,
  about,
  children,
  ...button
}: ActButtonProps) => (
  <PostForm {...{ action, className, needs, preventScrollReset }}>
    {Object.entries(sends).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <SubmitButton
      variant="secondary"
      aria-label={about === undefined ? undefined : `${label} ${about}`}
      {...button}
    >
      {label ?? children}
    </SubmitButton>
  </PostForm>
)
