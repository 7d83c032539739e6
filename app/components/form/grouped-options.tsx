import { groupBy } from "~/utils/group-by"

type Choice = { value: string | number; label: string; group?: string }

/** The options of a list, those of a group under its name. */
export function GroupedOptions({ choices }: { choices: readonly Choice[] }) {
  const options = (listed: readonly Choice[]) =>
    listed.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))
  const plain = choices.filter(({ group }) => !group)
  const groups = groupBy(
    choices.filter(({ group }) => group),
    ({ group }) => group ?? "",
  )
  return (
    <>
      {options(plain)}
      {[...groups].map(([group, listed]) => (
        <optgroup key={group} label={group}>
          {options(listed)}
        </optgroup>
      ))}
    </>
  )
}
