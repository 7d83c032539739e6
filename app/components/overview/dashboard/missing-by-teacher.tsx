import { Figure } from "~/components/ui/figure"
import type { MissingOfTeacher } from "~/models/teaching/missing-register/missing-of-teacher"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** So many teachers are named; the list filters by the others. */
const mostNamed = 8

/** How many lessons without attendance each teacher has, most first. */
export function MissingByTeacher({ counts }: { counts: readonly MissingOfTeacher[] }) {
  const named = counts.flatMap(({ teacherId, name, lessons }) =>
    teacherId && name ? [{ teacherId, name, lessons }] : [],
  )
  if (named.length === 0) return null
  return named.slice(0, mostNamed).map(({ teacherId, name, lessons }, index) => (
    <span key={teacherId}>
      {index > 0 ? ", " : ""}
      <Figure of="lessons-without-attendance" to={paths.attendance({ view: "missing", teacher: teacherId })}>
        {`${name} ${formatNumber(lessons)}`}
      </Figure>
    </span>
  ))
}
