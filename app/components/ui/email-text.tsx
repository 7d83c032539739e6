/** An email address that breaks after its @ where a column is too narrow for it. */
export function EmailText({ address }: { address: string }) {
  const at = address.indexOf("@") + 1
  return (
    <span className="long-text">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
