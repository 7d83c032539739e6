import { Link } from "~/components/ui/button"
import { paths } from "~/utils/paths"

type ResourceLinksProps = {
  resources: { id: string; title: string }[]
  /** the text of an empty list */
  none: string
}

/** The resources shared here; each opens its page. */
export function ResourceLinks({ resources, none }: ResourceLinksProps) {
  return (
    <section className="section" aria-labelledby="resources">
      <header>
        <h2 id="resources">Resources</h2>
        <Link to={paths.teacherResources()}>Library</Link>
      </header>
      {resources.length ? (
        <ul className="rows">
          {resources.map(({ id, title }) => (
            <li key={id}>
              <Link to={paths.teacherResource(id)}>{title}</Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">{none}</p>
      )}
    </section>
  )
}
