import { PartButtons } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"

type LightPartProps = {
  isChosen: boolean
  /** the browser itself asks to save data, whatever is chosen here */
  isAsked: boolean
}

/** Pages without scripts, for a slow network or a small data plan. */
export function LightPart({ isChosen, isAsked }: LightPartProps) {
  return (
    <EditablePart
      id="light"
      title="Data saver on this device"
      about={
        <>
          Pages come without scripts and use much less data. Everything works, but each step loads a page.
          Nothing is kept for when you’re offline: saved pages are removed once everything you entered is
          sent.
          {isAsked ? " It’s on now because your browser asks to save data." : null}
        </>
      }
      facts={[["Data saver", isChosen ? "On" : "Off"]]}
    >
      <PostForm edits className="form" key={String(isChosen)} reloadDocument>
        <label className="checkbox">
          <input type="checkbox" name="light" defaultChecked={isChosen} />
          <span>Save data on this device</span>
        </label>
        <PartButtons part="light" intent="light" save="Save data saver" pending="Saving…" />
      </PostForm>
    </EditablePart>
  )
}
