import { useEffect, useId, useState } from "react"

type CopyFieldProps = { label: string; text: string; rows?: number }

/** Text to be copied elsewhere: selected by hand, or with one press where there are scripts. */
export function CopyField({ label, text, rows = 1 }: CopyFieldProps) {
  const id = useId()
  const [canCopy, setCanCopy] = useState(false)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => setCanCopy(Boolean(navigator.clipboard)), [])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea id={id} readOnly rows={rows} value={text} />
      ) : (
        <input id={id} readOnly value={text} onFocus={(event) => event.target.select()} />
      )}
      {canCopy ? (
        <p>
          <button
            type="button"
            className="button"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {isCopied ? "Copied" : `Copy ${label.toLowerCase()}`}
          </button>
        </p>
      ) : null}
    </div>
  )
}
