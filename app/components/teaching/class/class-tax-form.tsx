import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ReactNode } from "react"
import { SelectField } from "~/components/form/choice-fields"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type ClassTaxFormProps = {
  /** The tax the class has, as the form names it. */
  tax: string
  choices: { value: string; label: string }[]
  result?: SubmissionResult
  /** What the chosen tax would do, once it was asked. */
  preview: ReactNode
}

/** The tax on a class's lessons and monthly fees. */
export function ClassTaxForm({ tax, choices, result, preview }: ClassTaxFormProps) {
  const [form, fields] = useForm<{ tax: string }>({
    id: "class-tax",
    lastResult: result,
    defaultValue: { tax },
  })
  return (
    <section className="form" aria-labelledby="class-tax-title">
      <h2 id="class-tax-title">Tax</h2>
      <PostForm edits className="form" {...getFormProps(form)}>
        <input type="hidden" name="command" value="tax" />
        <SelectField
          meta={fields.tax}
          label="Tax on lessons and monthly fees"
          hint="Applies to what is charged from now on."
          choices={choices}
        />
        {preview}
        <p className="buttons">
          <SubmitButton intent="preview" isMain variant="secondary" pending="Checking…">
            Preview tax
          </SubmitButton>
          {preview ? (
            <SubmitButton intent="tax" pending="Saving…">
              Save tax
            </SubmitButton>
          ) : null}
        </p>
      </PostForm>
    </section>
  )
}
