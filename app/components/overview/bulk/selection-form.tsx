import { useLocation, useNavigationType } from "@remix-run/react"
import { type ReactNode, useEffect, useState } from "react"
import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { NoEnter } from "~/components/ui/no-enter"
import type { SelectableNoun } from "~/models/foundation/selection/selection"
import { actTextsOf, type ListAct, nounTexts } from "~/models/overview/bulk/list-acts"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { afterList, leaveList, tickedBefore, tickedStill } from "./list-behind"

type SelectionFormProps = {
  noun: SelectableNoun
  /** What this person may do with the list. */
  acts: ListAct[]
  /** The list's own query, so that the server finds the same rows. */
  list: string
  /** Rows on this page, and all that match. */
  shown: number
  total: number
  children: ReactNode
}

const formId = "selection"

/**
 * One form around a list and the bar below it. Without a script the bar's choice says whether the ticked rows, the page or
 * everything that matches is meant; with one, the bar is there once a row is ticked, Shift ticks a range, Escape clears,
 * and the count is read out.
 */
export function SelectionForm({ noun, acts, list, shown, total, children }: SelectionFormProps) {
  const { search } = useLocation()
  const count = useTicks(`${noun}${search}`)
  const { one, many } = nounTexts[noun]
  return (
    <PostForm
      id={formId}
      className="selection"
      action={paths.selections()}
      onSubmit={({ currentTarget, nativeEvent }) =>
        leaveList(`${noun}${search}`, currentTarget, (nativeEvent as SubmitEvent).submitter)
      }
    >
      <NoEnter />
      <input type="hidden" name="noun" value={noun} />
      <input type="hidden" name="list" value={list} />
      {children}
      <p className="visually-hidden" role="status">
        {count ? `${countOf(count, one, many)} selected` : ""}
      </p>
      <fieldset className="selection-bar no-print" aria-label={`With the selected ${many}`}>
        <p className="selection-count">
          <span className="selection-sum" aria-hidden="true" />{" "}
          <span className="dim selection-none">{`Select ${many} to act on them.`}</span>
        </p>
        <label className="selection-scope">
          <span className="visually-hidden">Apply to</span>
          <select name="scope" defaultValue="ticked">
            <option value="ticked">{`Selected ${many}`}</option>
            <option value="page">{`All ${formatNumber(shown)} on this page`}</option>
            {total > shown ? <option value="all">{`All ${formatNumber(total)} that match`}</option> : null}
          </select>
        </label>
        <span className="buttons">
          {acts.map((act) => (
            <Button key={act} name="act" value={act}>
              {actTextsOf(act, noun).button}
            </Button>
          ))}
        </span>
      </fieldset>
    </PostForm>
  )
}

/** How many boxes are ticked. The rows may be the server's own markup, so the form is listened to and not the boxes. */
function useTicks(list: string): number {
  const [count, setCount] = useState(0)
  const isBack = useNavigationType() === "POP"
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused act leads back to the same list, at another entry of the history
  useEffect(() => {
    const before = tickedStill(list) ?? tickedBefore(list, isBack)
    const form = document.getElementById(formId)
    if (!before || !form) return
    for (const box of form.querySelectorAll<HTMLInputElement>(".pick input"))
      box.checked = before.ticked.includes(box.value)
    const scope = form.querySelector<HTMLSelectElement>("[name=scope]")
    if (scope) scope.value = before.scope
    form.querySelector<HTMLElement>(`[name=act][value="${before.act}"]`)?.focus({ preventScroll: true })
  }, [list, isBack, key])
  useEffect(() => afterList, [])
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!form) return
    const boxes = () => [...form.querySelectorAll<HTMLInputElement>(".pick input")]
    const recount = () => setCount(boxes().filter(({ checked }) => checked).length)
    let last: HTMLInputElement | undefined
    const onClick = (event: MouseEvent) => {
      const box = event.target
      if (!(box instanceof HTMLInputElement) || !box.closest(".pick")) return
      const all = boxes()
      const [from, to] = [last ? all.indexOf(last) : -1, all.indexOf(box)]
      if (event.shiftKey && from >= 0)
        for (const each of all.slice(Math.min(from, to), Math.max(from, to) + 1)) each.checked = box.checked
      last = box
      recount()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return
      // The bar leaves with the last tick: who was in it goes on at the row ticked last.
      if (event.target instanceof Element && event.target.closest(".selection-bar"))
        (last ?? boxes()[0])?.focus()
      for (const box of boxes()) box.checked = false
      recount()
    }
    form.addEventListener("click", onClick)
    form.addEventListener("keydown", onKey)
    recount()
    return () => {
      form.removeEventListener("click", onClick)
      form.removeEventListener("keydown", onKey)
    }
  }, [])
  return count
}
