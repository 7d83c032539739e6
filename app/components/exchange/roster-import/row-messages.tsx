import { rowText } from "~/models/exchange/roster/roster-text"
import type { RowWarning as Said } from "~/models/exchange/roster-import/dry-run"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"

/** Warnings, each once, with the first rows it applies to. */
export function RowMessages({ said }: { said: Said[] }) {
  return (
    <ul className="rows">
      {said.map(({ message, column, total, examples }) => (
        <li key={`${column} ${message}`}>
          {/* The list's rows are flex boxes: as one item, the sentence wraps as a sentence. */}
          <p className="wrap-anywhere">
            <b>{countOf(total, "row")}:</b> {message}{" "}
            <span className="dim">
              {examples
                .map(({ rowNumber, name, value }) =>
                  [`row ${rowText(rowNumber)}`, name && ` (${name})`, value && `: “${value}”`]
                    .filter(Boolean)
                    .join(""),
                )
                .join("; ")}
              {total > examples.length ? `; and ${formatNumber(total - examples.length)} more` : ""}
              {column ? `. Column: ${column}` : ""}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
