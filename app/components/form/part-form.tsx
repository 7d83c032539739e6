import { type FormMetadata, getFormProps } from "@conform-to/react"
import type { ReactNode } from "react"
import { CancelEdit } from "~/components/ui/editable-part"
import { PostForm, SubmitButton, SubmitRow } from "./post-form"

type PartFormProps<Fields extends Record<string, unknown>> = {
  /** the part of the page that it opens in */
  part: string
  /** the button's own intent, where it isn't the part's */
  intent?: string
  form: FormMetadata<Fields>
  save?: string
  pending?: string
  /** it adds or does something instead of changing what is saved */
  adds?: boolean
  /** what it would have done last term is shown before it is saved */
  tries?: boolean
  /** it carries a file */
  hasFile?: boolean
  children: ReactNode
}

/** The form of one part of the settings, with its own buttons to save and to leave it. */
export function PartForm<Fields extends Record<string, unknown>>(props: PartFormProps<Fields>) {
  const { part, intent = part, form, save = "Save", pending = "Saving…", adds = false, children } = props
  const encType = props.hasFile ? "multipart/form-data" : undefined
  return (
    <PostForm edits={!adds} makes={adds} className="form" encType={encType} {...getFormProps(form)}>
      {children}
      <PartButtons part={part} intent={intent} save={save} pending={pending} tries={props.tries} />
    </PostForm>
  )
}

type PartButtonsProps = { part: string; intent: string; save: string; pending: string; tries?: boolean }

export function PartButtons({ part, intent, save, pending, tries }: PartButtonsProps) {
  return (
    <div className="buttons">
      <SubmitButton pending={pending} intent={intent} isMain={tries}>
        {save}
      </SubmitButton>
      {tries ? (
        <SubmitButton
          intent="try-rule"
          variant="secondary"
          pending="Working it out…"
          label="Try on last term"
        />
      ) : null}
      <CancelEdit part={part} />
    </div>
  )
}

/** The button that saves a rule: on the policies with the way to leave its row, on a page of its own alone. */
export const SaveRule = ({ part }: { part?: string }) =>
  part ? (
    <PartButtons part={part} intent="rule" save="Save" pending="Saving…" />
  ) : (
    <SubmitRow label="Save" intent="rule" variant="secondary" pending="Saving…" />
  )
