import { useNavigate, useRevalidator } from "@remix-run/react"
import { type MouseEvent, type ReactElement, useEffect, useState } from "react"
import { useRowsWriter } from "./row-texts"

type StillRowsProps<Row> = {
  /** The rows' own id in the page. */
  id: string
  /** Undefined in the browser for the rows that the document already shows (http/only-in-document.ts). */
  rows: readonly Row[] | undefined
  /** Depends on the row, on `look`, on the school's formats and on what the reader may open, and on nothing else. */
  draw: (row: Row) => ReactElement
  look: string
  /** A short name for all that is known of a row, where its text would be long. */
  keyOf?: (row: Row) => unknown
}

/**
 * The body of a table whose rows only show something and lead somewhere. The server writes each as a text, which it keeps;
 * the browser takes them over as they are, so the document needn't carry their data a second time.
 */
export function StillRows<Row>({ id, rows, draw, look, keyOf = asItIs }: StillRowsProps<Row>) {
  const write = useRowsWriter<Row>(look)
  if (!write) return <RowsInBrowser id={id} rows={rows} draw={draw} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of the same rows
  return <tbody id={id} dangerouslySetInnerHTML={{ __html: rows ? write(rows, keyOf, draw) : "" }} />
}

const asItIs = (row: unknown) => row

function RowsInBrowser<Row>({ id, rows, draw }: Omit<StillRowsProps<Row>, "look" | "keyOf">) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [sent] = useState(() => (rows ? undefined : document.getElementById(id)?.innerHTML))
  const isMissing = !rows && sent === undefined
  // Drawn again without its document, as after an error: the rows are requested.
  useEffect(() => {
    if (isMissing) revalidate()
  }, [isMissing, revalidate])
  if (rows)
    return (
      <tbody key="drawn" id={id}>
        {rows.map(draw)}
      </tbody>
    )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed with the keyboard is clicked, too
    <tbody
      key="sent"
      id={id}
      suppressHydrationWarning
      onClick={(event) => follow(event, navigate)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the document already shows there
      dangerouslySetInnerHTML={{ __html: sent ?? "" }}
    />
  )
}

/** Opens a link of ours without a new document, as `Link` does. */
function follow(event: MouseEvent, navigate: (to: string) => void) {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain || event.defaultPrevented) return
  if (link.target || link.download || link.origin !== window.location.origin) return
  event.preventDefault()
  navigate(`${link.pathname}${link.search}${link.hash}`)
}
