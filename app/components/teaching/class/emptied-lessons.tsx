import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

type Emptied = { id: string; name: string; teacherName: string | null; startsOn: string; lessons: number }

/** Private lessons that no one continues, and the way to end all of them together, with a preview and an undo. */
export function EmptiedLessons({ named, total }: { named: Emptied[]; total: number }) {
  if (total === 0) return null
  return (
    <Callout tone="amber">
      <p>
        <b>
          {countOf(
            total,
            "private lesson has no student: its family declined.",
            "private lessons have no student: their families declined.",
          )}
        </b>{" "}
        They still take their teachers’ time.
      </p>
      <ul>
        {named.map(({ id, name, teacherName, startsOn, lessons }) => (
          <li key={id}>
            <Link to={paths.class(id)}>{name}</Link>
            {teacherName ? `, ${teacherName}` : ""}: {countOf(lessons, "lesson")} from{" "}
            {formatDate(startsOn, "day")}
          </li>
        ))}
        {total > named.length ? <li>and {formatNumber(total - named.length)} more</li> : null}
      </ul>
      <PostForm action={paths.selections()}>
        <input type="hidden" name="noun" value="classes" />
        <input type="hidden" name="act" value="archive" />
        <input type="hidden" name="scope" value="all" />
        <input type="hidden" name="list" value="state=declined" />
        <p className="hint">
          You choose a last day before the term starts and see what goes. You can undo it.
        </p>
        <SubmitButton variant="secondary" pending="Loading…">
          End {countOf(total, "class", "classes")}
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}
