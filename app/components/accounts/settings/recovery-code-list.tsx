/** The recovery codes, shown only this once. */
export function RecoveryCodeList({ codes }: { codes: string[] }) {
  return (
    <>
      <p>
        <b>Keep these recovery codes</b>, on paper or in a password manager: each signs you in once when your
        phone is lost. They are shown only here.
      </p>
      <ol aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </>
  )
}
