import type { ReactNode } from "react"
import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { countOf } from "~/utils/count-of"

/** What only the school knows of its file, each with the answer that is taken. Inside the form of the check. */
export function CheckQuestions({ list, typed }: { list: DryRun["questions"]; typed?: unknown }) {
  const { rows, total } = list
  if (total === 0) return null
  return (
    <section className="section" aria-labelledby="questions">
      <h2 id="questions">{countOf(total, "question")} about this file</h2>
      <p className="dim">The import uses the answers that are chosen here.</p>
      <ul className="rows">
        {rows.map(({ key, text, choices, chosen }, index) => (
          <li key={`${key} ${chosen}`}>
            <fieldset>
              <legend className="wrap-anywhere">{text}</legend>
              <input type="hidden" name={`answers[${index}].key`} value={key} />
              <input type="hidden" name={`answers[${index}].shown`} value={chosen} />
              {choices.map(({ value, label }) => (
                <label key={value} className="checkbox">
                  <input
                    type="radio"
                    name={`answers[${index}].value`}
                    value={value}
                    defaultChecked={value === (answerIn(typed, key) ?? chosen)}
                  />
                  <span>{label}</span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      {total > rows.length ? (
        <p className="dim">
          And {countOf(total - rows.length, "more question")}, shown when these rows are imported.
        </p>
      ) : null}
    </section>
  )
}

/** What was chosen when the form was sent and refused; undefined before. */
function answerIn(typed: unknown, key: string): string | undefined {
  if (!Array.isArray(typed)) return undefined
  const answer = typed.find((each: { key?: unknown }) => each?.key === key) as { value?: unknown } | undefined
  return typeof answer?.value === "string" ? answer.value : undefined
}

type NoStudentsProps = {
  list: DryRun["others"]
  ticked: readonly number[]
  typed?: readonly string[] | undefined
}

/** Rows that look like totals, titles or notes: each is imported when it is ticked. Inside the form of the check. */
export function NoStudents({ list, ticked, typed }: NoStudentsProps) {
  const { rows, total } = list
  if (total + ticked.length === 0) return null
  const isTyped = (rowNumber: number) => typed?.includes(String(rowNumber))
  return (
    <details>
      <summary className="py-2.5">
        {countOf(total, "row isn’t a student", "rows aren’t students")}: totals, titles and notes
      </summary>
      <ul className="rows">
        {rows.map(({ rowNumber, label, text, because }) => (
          <AsStudent key={rowNumber} rowNumber={rowNumber} isChosen={isTyped(rowNumber) ?? false}>
            <span className="wrap-anywhere">
              <b>Import row {label}</b> {text} <span className="dim">{because}</span>
            </span>
          </AsStudent>
        ))}
        {ticked.map((rowNumber) => (
          <AsStudent key={rowNumber} rowNumber={rowNumber} isChosen={isTyped(rowNumber) ?? true}>
            <span>
              <b>Import row {rowNumber}</b>
            </span>
          </AsStudent>
        ))}
      </ul>
    </details>
  )
}

type AsStudentProps = { rowNumber: number; isChosen: boolean; children: ReactNode }

function AsStudent({ rowNumber, isChosen, children }: AsStudentProps) {
  return (
    <li>
      <input type="hidden" name="listedOthers" value={rowNumber} />
      <label className="checkbox">
        <input type="checkbox" name="asStudents" value={rowNumber} defaultChecked={isChosen} />
        {children}
      </label>
    </li>
  )
}
