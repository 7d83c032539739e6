/** A hidden field that only programs fill in. */
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
