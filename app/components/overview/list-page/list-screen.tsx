import type { SubmissionResult } from "@conform-to/react"
import { useActionData } from "@remix-run/react"
import type { ReactNode } from "react"
import { AnswerSummary } from "~/components/form/post-form"
import { ColumnChoice, type FilterChip, SavedFilters } from "~/components/foundation/list-view/saved-filters"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import type { Columns, ListNoun, ListView } from "~/models/foundation/saved-filter/list-view"
import type { ListAct } from "~/models/overview/bulk/list-acts"

type ListScreenProps<Name extends string> = {
  noun: ListNoun
  /** what `viewOf` found of the list */
  view: ListView<Name> & { acts: ListAct[] }
  columns: Columns<Name>
  /** rows on this page, and all that pass the filters */
  shown: number
  total: number
  /** the address of the list with a filter */
  at: (query: Record<string, string | undefined>) => string
  /** the usual filters, none of which is worth saving */
  chips?: FilterChip[]
  isNarrowed: boolean
  head: ReactNode
  filters: ReactNode
  /** in place of the rows where none are shown */
  empty: ReactNode
  /** between the rows and the choice of columns */
  foot: ReactNode
  /** the rows */
  children: ReactNode
}

/** A list that people filter, keep filters of, choose columns of and act on. */
export function ListScreen<Name extends string>(props: ListScreenProps<Name>) {
  const { noun, view, shown, total, chips = [] } = props
  const result = useActionData<{ result?: SubmissionResult<string[]> }>()?.result
  const canSave = props.isNarrowed && !chips.some(({ isCurrent }) => isCurrent)
  return (
    <>
      <AnswerSummary formId="save-filter" result={result} />
      {props.head}
      <SavedFilters {...view} chips={chips} at={props.at} canSave={canSave} result={result} />
      {props.filters}
      {shown > 0 ? (
        <SelectionForm noun={noun} acts={view.acts} list={view.list} shown={shown} total={total}>
          {props.children}
        </SelectionForm>
      ) : (
        props.empty
      )}
      {props.foot}
      <ColumnChoice {...view} of={props.columns} />
    </>
  )
}
