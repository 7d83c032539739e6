import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

type StartListsProps = { unlisted: { instrument: string; hasStarter: boolean; isTaught: boolean }[] }

/** Instruments without a skill list: starts from our template or an empty list. */
export function StartLists({ unlisted }: StartListsProps) {
  if (unlisted.length === 0) return null
  return (
    <section className="section" aria-labelledby="start">
      <h2 id="start">Instruments without a list</h2>
      <p className="dim">Start from our template, then change it to fit how you teach.</p>
      <ul className="rows">
        {unlisted.map(({ instrument, hasStarter, isTaught }) => (
          <li key={instrument}>
            <span>
              {instrument}
              {isTaught ? null : <span className="dim">, not taught here yet</span>}
            </span>{" "}
            {hasStarter ? (
              <PostForm>
                <input type="hidden" name="instrument" value={instrument} />
                <Button type="submit" name="intent" value="start">
                  Use our {instrument.toLowerCase()} template
                </Button>
              </PostForm>
            ) : (
              <Link to={paths.skillList(instrument)}>Create a {instrument.toLowerCase()} list</Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
