import { GroupedOptions } from "~/components/form/grouped-options"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import type { ColumnView, SheetView } from "~/models/exchange/roster-import/roster-import"
import { shapeTexts } from "~/texts/exchange/rosters"
import { countOf } from "~/utils/formats"
import { shapes } from "~/utils/sheet-rows"

/** Where the headings of a file are, and the form that says that they are elsewhere. */
export function Headings({ view }: { view: Pick<ColumnView, "sheets" | "headingText" | "remarks"> }) {
  const { sheets, headingText, remarks } = view
  const isOfSeveral = sheets.length > 1
  const hidesRows = sheets.some(({ hidden }) => hidden > 0)
  return (
    <>
      <Callout>
        {[headingText, ...remarks].map((text) => (
          <p key={text} className="wrap-anywhere">
            {text}
          </p>
        ))}
      </Callout>
      <details>
        <summary className="py-2.5">
          {isOfSeveral
            ? `Read other sheets${hidesRows ? ", headings or hidden rows" : " or headings"}`
            : hidesRows
              ? "Leave out hidden rows, or change the headings"
              : "Headings in another row, or another layout?"}
        </summary>
        <PostForm className="stack pt-3" key={[headingText, ...remarks].join()}>
          {sheets.map((sheet, index) => (
            <OneSheet key={sheet.name} {...{ sheet, index, isOfSeveral }} />
          ))}
          <p className="buttons">
            <SubmitButton variant="secondary" intent="layout" pending="Reloading…">
              {hidesRows ? "Use these rows" : "Use this layout"}
            </SubmitButton>
          </p>
        </PostForm>
      </details>
    </>
  )
}

type OneSheetProps = { sheet: SheetView; index: number; isOfSeveral: boolean }

function OneSheet({ sheet, index, isOfSeveral }: OneSheetProps) {
  const id = `headings-${index}`
  const { name, isRead, headings, choices, hidden, leavesOutHidden, shape } = sheet
  return (
    <>
      <div className="field">
        {isOfSeveral ? (
          <label className="checkbox">
            <input type="checkbox" name={`sheets[${index}].read`} value="yes" defaultChecked={isRead} />
            <span className="wrap-anywhere">Read sheet “{name}”</span>
          </label>
        ) : (
          <input type="hidden" name={`sheets[${index}].read`} value="yes" />
        )}
        <label htmlFor={id}>Headings{isOfSeveral ? ` of “${name}”` : ""}</label>
        <select id={id} name={`sheets[${index}].headings`} defaultValue={headings}>
          <GroupedOptions choices={choices} />
        </select>
        {hidden > 0 ? (
          <label className="checkbox">
            <input
              type="checkbox"
              name={`sheets[${index}].leaveOutHidden`}
              value="yes"
              defaultChecked={leavesOutHidden}
            />
            <span>Leave out {countOf(hidden, "hidden row")}</span>
          </label>
        ) : null}
      </div>
      <div className="field">
        <label htmlFor={`shape-${index}`}>Layout{isOfSeveral ? ` of “${name}”` : ""}</label>
        <select id={`shape-${index}`} name={`sheets[${index}].shape`} defaultValue={shape}>
          <GroupedOptions choices={shapes.map((value) => ({ value, label: shapeTexts[value].label }))} />
        </select>
      </div>
    </>
  )
}
