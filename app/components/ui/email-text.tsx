import { Fragment } from "react"

/** An email address that breaks after its @, then after the dots behind it, where a column is too narrow for it. */
export function EmailText({ address }: { address: string }) {
  return (
    <span className="long-text">
      {address.split(/(?<=@)|(?<=@.*\.)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address may have the same part twice
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
