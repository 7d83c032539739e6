import { type FormMetadata, getFormProps } from "@conform-to/react"
import type { ReactNode } from "react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { SettingsPart } from "~/models/accounts/school/school-settings"

type PartProps<Fields extends Record<string, unknown>> = {
  part: SettingsPart
  title: string
  /** what the settings do */
  about?: ReactNode
  form: FormMetadata<Fields>
  save?: string
  children: ReactNode
}

/** One section of the settings: a form of its own with its own save button. */
export function Part<Fields extends Record<string, unknown>>(props: PartProps<Fields>) {
  const { part, title, about, form, save = "Save", children } = props
  return (
    <section className="section" aria-labelledby={`${part}-title`} id={part}>
      <h2 id={`${part}-title`}>{title}</h2>
      {about ? <p className="dim">{about}</p> : null}
      <PostForm className="form" {...getFormProps(form)}>
        {children}
        <p>
          <SubmitButton pending="Saving…" intent={part} variant="secondary">
            {save}
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
