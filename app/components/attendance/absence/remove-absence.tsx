import { ActButton } from "~/components/form/act-button"

/** Takes back an absence that was recorded by mistake, or that ends early. Sends `intent` remove. */
export function RemoveAbsence() {
  return (
    <section className="section" aria-labelledby="remove-title">
      <h2 id="remove-title">Remove this absence</h2>
      <p className="dim">
        The teacher can be scheduled again and gets an email. Lessons you arranged stay as they are: undo them
        above. If the teacher is back early, change the last day instead.
      </p>
      <ActButton label="Remove absence" intent="remove" pending="Removing…" variant="danger" />
    </section>
  )
}
