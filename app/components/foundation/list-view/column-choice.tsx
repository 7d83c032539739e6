import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { useHasRight } from "~/components/ui/limits"
import { fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import { type Columns, columnNames, withoutAmounts } from "~/models/foundation/saved-filter/list-view"

type OwnField = { id: string; name: string }

type ColumnChoiceProps<Name extends string> = {
  of: Columns<Name>
  /** those that are shown */
  columns: readonly Name[]
  /** those of the school's own fields that are shown, and all of them */
  own: readonly OwnField[]
  fields: readonly OwnField[]
}

/** Which columns the list shows, for this person. */
export function ColumnChoice<Name extends string>(props: ColumnChoiceProps<Name>) {
  const { columns, own, fields } = props
  const of = useHasRight()("invoice:read") ? props.of : withoutAmounts(props.of)
  return (
    <details className="disclosure no-print">
      <summary>Columns</summary>
      <PostForm edits className="toolbar">
        {columnNames(of).map((name) => (
          <label className="checkbox" key={name}>
            <input type="checkbox" name="column" value={name} defaultChecked={columns.includes(name)} />
            <span>{of.labels[name]}</span>{" "}
          </label>
        ))}
        {fields.map(({ id, name }) => (
          <label className="checkbox" key={id}>
            <input
              type="checkbox"
              name="column"
              value={fieldParameter(id)}
              defaultChecked={own.some((field) => field.id === id)}
            />
            <span>{name}</span>{" "}
          </label>
        ))}
        <SubmitButton intent="columns" isMain variant="secondary" pending="Saving…">
          Save columns
        </SubmitButton>
        <Button name="intent" value="usual-columns" variant="plain">
          Reset
        </Button>
      </PostForm>
    </details>
  )
}
