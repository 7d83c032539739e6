import { Link } from "~/components/ui/link"
import {
  type ClosureLetter,
  type ClosureLetters,
  lettersOfPage,
} from "~/models/teaching/closure-lesson/closure-lesson"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"

/** So many lessons of one person are shown at once. */
const mostShown = 3

type WhoGetsWhatProps = ClosureLetters & { page: number; at: (page: number) => string }

/** Who gets which email about a closure, before any is sent. */
export function WhoGetsWhat({ letters, people, page, at }: WhoGetsWhatProps) {
  if (people === 0) return null
  const first = (page - 1) * lettersOfPage
  const last = first + letters.length
  return (
    <section className="section" aria-labelledby="letters">
      <h3 id="letters">Who gets what</h3>
      <ul className="rows">
        {letters.map((letter) => (
          <li key={letter.email}>
            <span className="sm:w-72 sm:shrink-0">
              {letter.name} <span className="dim">{letter.forTeacher ? "teacher" : letter.email}</span>
            </span>
            <div className="sm:grow">
              <LetterLessons {...letter} />
            </div>
          </li>
        ))}
      </ul>
      {people > lettersOfPage ? (
        <p className="toolbar">
          {page > 1 ? (
            <Link className="button" to={at(page - 1)}>
              Previous people
            </Link>
          ) : null}{" "}
          <span className="dim">
            {formatNumber(first + 1)}–{formatNumber(last)} of {formatNumber(people)}
          </span>{" "}
          {last < people ? (
            <Link className="button" to={at(page + 1)}>
              Next people
            </Link>
          ) : null}
        </p>
      ) : null}
    </section>
  )
}

function LetterLessons({ cancelled, moved }: Pick<ClosureLetter, "cancelled" | "moved">) {
  const lessons = [
    ...cancelled.map(([when, text]) => ({ key: `${when} ${text}`, text: `Canceled: ${when}, ${text}` })),
    ...moved.map(([when, text]) => ({ key: `${when} ${text}`, text: `Moved: ${when}, ${text}` })),
  ]
  const list = (
    <ul className="small">
      {lessons.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
  if (lessons.length <= mostShown) return list
  return (
    <details>
      <summary>{countOf(lessons.length, "lesson")}</summary>
      {list}
    </details>
  )
}
