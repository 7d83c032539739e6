import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"

type Found = { kind: "student" | "class"; id: string; name: string; about: string }

type WhoseLessonsListProps = { heading: string; search: string; found: Found[]; to: (one: Found) => string }

/** The students and classes that a schedule can be narrowed to, when a search found several or none. */
export function WhoseLessonsList({ heading, search, found, to }: WhoseLessonsListProps) {
  return (
    <Callout>
      {found.length === 0 ? (
        <p>No students or classes match “{search}”.</p>
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
                  {[one.kind === "class" ? "class" : "", one.about].filter(Boolean).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  )
}
