import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type LightPartProps = {
  isChosen: boolean
  /** the browser itself asks to save data, whatever is chosen here */
  isAsked: boolean
}

/** Pages without scripts, for a slow network or a small data plan. */
export function LightPart({ isChosen, isAsked }: LightPartProps) {
  return (
    <section className="section" aria-labelledby="light-title" id="light">
      <h2 id="light-title">Data saver on this device</h2>
      <p className="dim">
        Pages come without scripts and use much less data. Everything works, but each step loads a page.
        Nothing is kept for when you’re offline: saved pages are removed, after what still waits was sent.
        {isAsked ? " It’s on now because your browser asks to save data." : null}
      </p>
      <PostForm className="form" key={String(isChosen)} reloadDocument>
        <label className="checkbox">
          <input type="checkbox" name="light" defaultChecked={isChosen} />
          <span>Save data on this device</span>
        </label>
        <p>
          <SubmitButton intent="light" variant="secondary" pending="Saving…">
            Save data saver
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
