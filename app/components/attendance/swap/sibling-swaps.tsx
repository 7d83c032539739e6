import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"

/** Lessons of two children of the family that can take each other’s time. */
export function SiblingSwaps({ pairs }: { pairs: { value: string; label: string }[] }) {
  if (pairs.length === 0) return null
  return (
    <section className="section" aria-labelledby="siblings">
      <h2 id="siblings">Swap between your children</h2>
      <p className="dim">Each takes the other’s time, with the same teacher. Prices stay as they are.</p>
      <PostForm className="form">
        <p className="field">
          <label htmlFor="sibling-pair">Two lessons</label>
          <select id="sibling-pair" name="pair">
            {pairs.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </p>
        <p>
          <Button type="submit" name="intent" value="siblings">
            Swap these lessons
          </Button>
        </p>
      </PostForm>
    </section>
  )
}
