import type { ReactNode } from "react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { isFormMark } from "~/utils/form-marks"
import { paths } from "~/utils/paths"

type CompareBothProps = {
  sessionId: string
  fields: [string, string][]
  label?: { text: string; pending: string }
  children?: ReactNode
}

/** Sends attendance that someone else's version kept from being saved to the lesson's own page, which compares both. */
export function CompareBoth({ sessionId, fields, label, children }: CompareBothProps) {
  return (
    <PostForm action={paths.session(sessionId)} className="buttons">
      {fields
        .filter(([name]) => name !== "formToken" && name !== "intent" && !isFormMark(name))
        .map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a form may have the same name and value twice
          <input key={index} type="hidden" name={name} value={value} />
        ))}
      <SubmitButton intent="save" pending={label?.pending ?? "Comparing…"}>
        {label?.text ?? "Compare both"}
      </SubmitButton>
      {children}
    </PostForm>
  )
}
