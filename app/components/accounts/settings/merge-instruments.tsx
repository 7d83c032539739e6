import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { countOf } from "~/utils/formats"

export type UsedInstrument = { name: string; students: number; classes: number }

type MergeProps = { used: readonly UsedInstrument[]; result?: SubmissionResult }

/** One instrument under two names becomes one. */
export function MergeInstruments({ used, result }: MergeProps) {
  const [form, fields] = useForm<Record<"from" | "into", string>>({
    id: "merge-instruments",
    lastResult: result,
  })
  if (used.length < 2) return null
  const choices = used.map((each) => ({ value: each.name, label: usedText(each) }))
  return (
    <details open={result !== undefined}>
      <summary>Merge two names of one instrument</summary>
      <PostForm className="form" {...getFormProps(form)} sends={{ list: "instruments" }}>
        <p className="dim">
          Students, classes, teachers, skills and shared resources get the name that stays. You can undo it
          for 30 days.
        </p>
        <div className="columns">
          <SelectField meta={fields.from} label="Name that goes" choices={choices} prompt="Choose a name" />
          <SelectField meta={fields.into} label="Name that stays" choices={choices} prompt="Choose a name" />
        </div>
        <SubmitRow
          label="Merge instruments"
          intent="merge-instruments"
          variant="secondary"
          pending="Merging…"
        />
      </PostForm>
    </details>
  )
}

const usedText = ({ name, students, classes }: UsedInstrument): string =>
  `${name}: ${countOf(students, "student")}, ${countOf(classes, "class", "classes")}`
