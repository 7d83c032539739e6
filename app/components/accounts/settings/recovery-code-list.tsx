/** The recovery codes, shown only this once. */
export function RecoveryCodeList({ codes }: { codes: string[] }) {
  return (
    <>
      <p>
        <b>Save these recovery codes</b> on paper or in a password manager. Each one logs you in once if you
        lose your phone. You won’t see them again.
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
