import type { ComponentProps } from "react"
import { Button } from "~/components/ui/button"
import { PostForm, SubmitButton } from "./post-form"

type ActButtonProps = ComponentProps<typeof SubmitButton> &
  Pick<ComponentProps<typeof PostForm>, "action" | "needs" | "preventScrollReset" | "sends"> & {
    /** completes the label for those who only hear it, where a page has several alike */
    about?: string
  }

/** A form that is one button. */
export const ActButton = ({
  action,
  className,
  needs,
  preventScrollReset,
  sends,
  label,
  about,
  ...button
}: ActButtonProps) => (
  <PostForm {...{ action, className, needs, preventScrollReset, sends }}>
    <SubmitButton
      variant="secondary"
      label={label}
      aria-label={about === undefined ? undefined : `${label} ${about}`}
      {...button}
    />
  </PostForm>
)

type RowButtonProps = {
  action?: string
  sends: Record<string, string>
  intent: string
  label: string
  /** the record's name, for those who only hear the label */
  of: string
}

/** A form that is one plain button in the row of a list. */
export const RowButton = ({ action, sends, intent, label, of }: RowButtonProps) => (
  <PostForm preventScrollReset action={action} sends={sends}>
    <Button intent={intent} variant="plain">
      {label}
      <span className="visually-hidden"> {of}</span>
    </Button>
  </PostForm>
)
