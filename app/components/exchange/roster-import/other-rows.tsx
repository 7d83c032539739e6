import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"

/** Rows that make no student of their own: what they add, that they say nothing new, or that their student is here. */
export function OtherRows({ run }: { run: Pick<DryRun, "added" | "repeated" | "skipped"> }) {
  return (
    <>
      {run.added.total > 0 ? (
        <section className="section" aria-labelledby="added">
          <h2 id="added">{countOf(run.added.total, "row adds to a student", "rows add to a student")}</h2>
          <ul className="rows">
            {run.added.rows.map(({ rowNumber, name, what }) => (
              <li key={rowNumber}>
                <p className="wrap-anywhere">
                  <b>Row {rowNumber}</b> {name} <span className="dim">{what}</span>
                </p>
              </li>
            ))}
          </ul>
          {run.added.total > run.added.rows.length ? (
            <p className="dim">And {formatNumber(run.added.total - run.added.rows.length)} more.</p>
          ) : null}
        </section>
      ) : null}
      {run.repeated.total > 0 ? (
        <details>
          <summary className="py-2.5">
            {countOf(run.repeated.total, "row says", "rows say")} the same as an earlier one
          </summary>
          <ul className="rows">
            {run.repeated.rows.map(({ rowNumber, name, because }) => (
              <li key={rowNumber}>
                <p className="wrap-anywhere">
                  <b>Row {rowNumber}</b> {name} <span className="dim">{because}</span>
                </p>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {run.skipped.total > 0 ? (
        <details>
          <summary className="py-2.5">
            {countOf(run.skipped.total, "row")} skipped: already in the school
          </summary>
          <ul className="rows">
            {run.skipped.rows.map(({ rowNumber, because }) => (
              <li key={rowNumber}>
                <p className="wrap-anywhere">
                  <b>Row {rowNumber}</b> {because}
                </p>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}
