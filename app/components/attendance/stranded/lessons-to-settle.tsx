import { Callout } from "~/components/ui/callout"
import { Figure } from "~/components/ui/figure"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

/** How many lessons no longer fit, until they are settled. */
export function LessonsToSettle({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Callout tone="amber">
      <p>
        <Figure of="lessons-to-settle" to={paths.strandedLessons()}>
          {countOf(count, "lesson")} to settle
        </Figure>
        : they have no teacher, or no longer fit their teacher, room or day.
      </p>
    </Callout>
  )
}
