import { GroupedOptions } from "~/components/form/grouped-options"
import { FilterInput, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
import {
  type AnswerFilter,
  boundProblem,
  fieldParameter,
} from "~/models/foundation/custom-field/answer-filter"
import { type CustomField, yesNo } from "~/models/foundation/custom-field/custom-field"

type AnswerFiltersProps = { fields: readonly CustomField[]; filter: AnswerFilter | undefined }

/** The school's own fields in the filters of a list, folded away until one is used. */
export function AnswerFilters({ fields, filter }: AnswerFiltersProps) {
  if (fields.length === 0) return null
  return (
    <details className="disclosure basis-full" open={filter !== undefined}>
      <summary>More filters</summary>
      <div className="toolbar">
        <AnswerFields fields={fields} filter={filter} />
      </div>
    </details>
  )
}

/** The same without folding. */
export const AnswerFields = ({ fields, filter = {} }: AnswerFiltersProps) =>
  fields.map((field) => <OwnFilter key={field.id} field={field} filter={filter} />)

function OwnFilter({ field, filter }: { field: CustomField; filter: AnswerFilter }) {
  const { id, name, kind } = field
  const parameter = fieldParameter(id)
  const value = filter[parameter] ?? ""
  if (kind === "number" || kind === "date")
    return (["-from", "-to"] as const).map((end) => {
      const bound = fieldParameter(id, end)
      const problem = boundProblem(field, filter, end)
      const shared = {
        id: `list-${bound}`,
        name: bound,
        value: filter[bound],
        "aria-invalid": problem ? true : undefined,
        "aria-describedby": problem ? `list-${bound}-error` : undefined,
      }
      return (
        <span key={end} className={problem ? "field invalid" : undefined}>
          <label htmlFor={shared.id}>{`${name} ${end === "-from" ? "from" : "to"}`}</label>{" "}
          {kind === "date" ? (
            <FilterInput {...shared} type="date" />
          ) : (
            <FilterSearch {...shared} inputMode="decimal" />
          )}
          {problem ? (
            <span className="error" id={`list-${bound}-error`}>
              {problem}
            </span>
          ) : null}
        </span>
      )
    })
  if (kind === "text")
    return (
      <span>
        <label htmlFor={`list-${parameter}`}>{name}</label>{" "}
        <FilterSearch id={`list-${parameter}`} name={parameter} value={value} />
      </span>
    )
  const choices =
    kind === "yes_no" ? yesNo : field.choices.map((choice) => ({ value: choice, label: choice }))
  return (
    <span>
      <label htmlFor={`list-${parameter}`}>{name}</label>{" "}
      <FilterSelect id={`list-${parameter}`} name={parameter} value={value}>
        <option value="">Any</option>
        <GroupedOptions choices={choices.map((choice) => ({ value: choice.value, label: choice.label }))} />
      </FilterSelect>
    </span>
  )
}
