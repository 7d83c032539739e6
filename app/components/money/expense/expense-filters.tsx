import { FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { PeriodFilter } from "~/components/ui/period-filter"
import type { ExpenseCategory, ExpenseKind } from "~/models/money/expense/expense"
import { expenseTexts } from "~/texts/money/expense-texts"

type ExpenseFiltersProps = {
  kind: ExpenseKind
  filter: { from: string; to: string; category?: string; search?: string }
  categories: readonly ExpenseCategory[]
}

/** Which expenses to show; the address is the state. */
export function ExpenseFilters({ kind, filter, categories }: ExpenseFiltersProps) {
  return (
    <FilterForm role="search" aria-label={expenseTexts[kind].search}>
      {kind === "income" ? <input type="hidden" name="kind" value={kind} /> : null}
      <PeriodFilter from={filter.from} to={filter.to} />
      <FilterChoice
        name="category"
        label="Category"
        isLabeled
        every="All categories"
        value={filter.category}
        choices={categories.map(({ id, name }) => [id, name] as const)}
      />
      <FilterSearch
        id="expenses-search"
        name="search"
        sought={expenseTexts[kind].payeeOrNote}
        value={filter.search}
      />
      <button className="button" type="submit">
        Search
      </button>
    </FilterForm>
  )
}
