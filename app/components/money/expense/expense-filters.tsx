import { FilterForm, FilterInput, FilterSelect } from "~/components/ui/filter-form"
import { PeriodFilter } from "~/components/ui/period-filter"
import type { ExpenseCategory } from "~/models/money/expense/expense"

type ExpenseFiltersProps = {
  filter: { from: string; to: string; category?: string; search?: string }
  categories: readonly ExpenseCategory[]
}

/** Which expenses to show; the address is the state. */
export function ExpenseFilters({ filter, categories }: ExpenseFiltersProps) {
  return (
    <FilterForm role="search" aria-label="Search expenses">
      <PeriodFilter from={filter.from} to={filter.to} />
      <label className="toolbar">
        <span>Category</span>
        <FilterSelect name="category" value={filter.category ?? ""}>
          <option value="">All categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
      </label>
      <label className="toolbar">
        <span>Paid to or note</span>
        <FilterInput type="search" name="search" value={filter.search} maxLength={100} />
      </label>
      <button className="button" type="submit">
        Search
      </button>
    </FilterForm>
  )
}
