import { useSubmit } from "@remix-run/react"
import { FilterSelect } from "~/components/ui/filter-form"

type Choice = { key: string; label: string; group: string }

/** The people someone may write to, by group. With a script a choice loads its recipients right away. */
export function AudienceSelect({ choices, chosen }: { choices: Choice[]; chosen: string }) {
  const submit = useSubmit()
  const groups = [...new Set(choices.map(({ group }) => group))]
  return (
    <div className="field min-w-0 fill">
      <label htmlFor="to">To</label>
      <FilterSelect
        id="to"
        className="w-full"
        name="to"
        value={choices.some(({ key }) => key === chosen) ? chosen : ""}
        required
        onChange={({ currentTarget: { form, value } }) => {
          if (form && value) submit(form, { preventScrollReset: true })
        }}
      >
        <option value="">Choose recipients</option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {choices
              .filter((choice) => choice.group === group)
              .map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
          </optgroup>
        ))}
      </FilterSelect>
    </div>
  )
}
