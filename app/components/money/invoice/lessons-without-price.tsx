import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

export type UnpricedClass = { classId: string; className: string; lessons: number; firstOn: string }

/** A family's past lessons that can't be on its invoice, as their class has no price, with the way to set one. */
export function LessonsWithoutPrice({ classes }: { classes: readonly UnpricedClass[] }) {
  if (classes.length === 0) return null
  return (
    <Callout tone="amber">
      <p>These lessons can’t be invoiced yet. Set a price from the first day on, and they’re charged.</p>
      <ul className="rows small">
        {classes.map(({ classId, className, lessons, firstOn }) => (
          <li key={classId} className="flex-wrap">
            <b className="flex-1">{className}</b>
            <span className="dim">
              {countOf(lessons, "past lesson")} since {formatDate(firstOn, "medium")}, no price
            </span>
            <LinkButton to={paths.classBilling(classId)} aria-label={`Set price of ${className}`}>
              Set price
            </LinkButton>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
