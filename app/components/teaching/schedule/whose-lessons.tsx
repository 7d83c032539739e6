import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"

type Found = { kind: "student" | "class" | "teacher" | "room"; id: string; name: string; about: string }

type WhoseLessonsListProps<Each extends Found> = {
  heading: string
  search: string
  found: Each[]
  to: (one: Each) => string
  /** what was looked through */
  sought?: string
}

/** What a schedule can be narrowed to, when a search found several or none. */
export function WhoseLessonsList<Each extends Found>({
  heading,
  search,
  found,
  to,
  sought = "students or classes",
}: WhoseLessonsListProps<Each>) {
  return (
    <Callout>
      {found.length === 0 ? (
        <p>
          No {sought} match “{search}.”
        </p>
      ) : (
        <>
          <p>
            <b>{heading}</b>
          </p>
          <ul>
            {found.map((one) => (
              <li key={one.id}>
                <Link to={to(one)}>{one.name}</Link>{" "}
                <span className="dim">
                  {[one.kind === "student" ? "" : one.kind, one.about].filter(Boolean).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  )
}
