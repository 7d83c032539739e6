/** The field that people do not see; whoever fills it in is a program. */
export const honeypotName = "fax"

/** A trap for programs that fill in everything they find. */
export function Honeypot() {
  return (
    <p hidden>
      <label>
        Fax, leave this empty
        <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  )
}
