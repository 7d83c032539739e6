import { FilterForm, FilterInput, FilterSelect } from "~/components/ui/filter-form"
import type { ExpenseCategory } from "~/models/money/expense/expense"

type ExpenseFiltersProps = {
  filter: { from: string; to: string; category?: string; search?: string }
  categories: readonly ExpenseCategory[]
}

/** Which expenses to show; the address is the state. */
export function ExpenseFilters({ filter, categories }: ExpenseFiltersProps) {
  return (
    <FilterForm role="search" aria-label="Search expenses">
      <label className="toolbar">
        <span>From</span>
        <FilterInput type="date" name="from" value={filter.from} />
      </label>
      <label className="toolbar">
        <span>to</span>
        <FilterInput type="date" name="to" value={filter.to} />
      </label>
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
