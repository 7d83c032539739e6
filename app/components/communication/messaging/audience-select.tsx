type Choice = { key: string; label: string; group: string }

/** The people someone may write to, by group. */
export function AudienceSelect({ choices, chosen }: { choices: Choice[]; chosen: string }) {
  const groups = [...new Set(choices.map(({ group }) => group))]
  return (
    <div className="field min-w-0 fill">
      <label htmlFor="to">To</label>
      <select
        id="to"
        className="w-full"
        name="to"
        defaultValue={choices.some(({ key }) => key === chosen) ? chosen : ""}
        required
      >
        <option value="">Choose</option>
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
      </select>
    </div>
  )
}
