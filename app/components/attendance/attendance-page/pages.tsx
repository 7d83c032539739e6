import { Pagination } from "~/components/ui/pagination"

type PagesProps = {
  page: number
  pageSize: number
  total: number
  /** the address of another page, filters kept */
  to: (page: string) => string
}

/** The pages of a list, when there is more than one. */
export function Pages({ page, pageSize, total, to }: PagesProps) {
  if (total <= pageSize && page === 1) return null
  const from = (page - 1) * pageSize
  return (
    <Pagination
      from={Math.min(from + 1, total)}
      to={Math.min(from + pageSize, total)}
      total={total}
      previous={page > 1 ? to(String(page - 1)) : undefined}
      next={from + pageSize < total ? to(String(page + 1)) : undefined}
    />
  )
}
