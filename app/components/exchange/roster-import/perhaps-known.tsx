import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"
import { Pagination } from "~/components/ui/pagination"
import { rowText } from "~/models/exchange/roster/roster-text"
import { type Paged, ROWS_PER_PAGE, type PerhapsKnown as Row } from "~/models/exchange/roster-import/dry-run"
import { countOf } from "~/utils/count-of"
import { pagesOf } from "~/utils/page-number"

type PerhapsKnownProps = {
  list: Paged<Row>
  /** how many of all of them stay out so far */
  leftOut: number
  meta: Pick<FieldMeta, "name" | "initialValue">
}

/** Rows of which only the name says that the school has them already: each stays out when it is ticked. Inside the form of the check. */
export function PerhapsKnown({ list, leftOut, meta }: PerhapsKnownProps) {
  const { rows, total } = list
  const typed = typedIn(meta)
  return (
    <section className="section" aria-labelledby="known">
      <h2 id="known">{countOf(total, "possible duplicate")}</h2>
      <p className="dim">
        Tick a row to leave it out{leftOut > 0 ? `; ${countOf(leftOut, "row")} left out so far` : ""}. The
        others are imported.
      </p>
      <ul className="rows">
        {rows.map(({ rowNumber, name, because, isLeftOut }) => (
          <li key={`${rowNumber} ${isLeftOut}`}>
            <input type="hidden" name="listed" value={rowNumber} />
            <label className="checkbox">
              <input
                type="checkbox"
                name={meta.name}
                value={rowNumber}
                defaultChecked={typed?.includes(String(rowNumber)) ?? isLeftOut}
              />
              <span className="wrap-anywhere">
                <b>Leave out row {rowText(rowNumber)}</b> {name} <span className="dim">{because}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {total > ROWS_PER_PAGE ? (
        <>
          <Pagination {...pagesOf(list.page, total, ROWS_PER_PAGE, "duplicates")} />
          <p className="dim">Update the check before you go to another page.</p>
        </>
      ) : null}
      <p className="buttons">
        <SubmitButton variant="secondary" intent="check" pending="Checking…">
          Update the check
        </SubmitButton>
        {leftOut < total ? (
          <SubmitButton variant="secondary" intent="leave-out-all" pending="Checking…">
            Leave out {total === 1 ? "the row" : `all ${countOf(total, "row")}`}
          </SubmitButton>
        ) : (
          <SubmitButton variant="secondary" intent="keep-all" pending="Checking…">
            Import {total === 1 ? "the row" : `all ${countOf(total, "row")}`}
          </SubmitButton>
        )}
      </p>
    </section>
  )
}

/** What was ticked when the form was sent and refused; undefined before. */
export function typedIn({ initialValue }: Pick<FieldMeta, "initialValue">): string[] | undefined {
  if (typeof initialValue === "string") return [initialValue]
  return Array.isArray(initialValue) ? initialValue.map(String) : undefined
}
