import { formatDate } from "~/utils/formats"

/** "Jul 1, 2026 to Nov 18, 2026". */
export const periodOf = ({ fromDate, toDate }: { fromDate: string; toDate: string }): string =>
  `${formatDate(fromDate, "medium")} to ${formatDate(toDate, "medium")}`
