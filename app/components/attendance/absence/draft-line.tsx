import { EnterButton } from "~/components/form/enter-button"
import { ActButton, SubmitButton } from "~/components/form/post-form"

/** The form of the choices, whose buttons are not all within it. */
export const arrangeFormId = "arrange-lessons"

/**
 * Keeps every choice of the page without deciding anything. Sends `intent` draft with the form of the choices, in which Enter
 * only looks at what they come to.
 */
export const SaveDraft = () => (
  <>
    <EnterButton form={arrangeFormId} intent="review">
      Check what changes
    </EnterButton>
    <SubmitButton variant="plain" form={arrangeFormId} intent="draft" pending="Saving…" label="Save draft" />
  </>
)

/** When the choices were kept and by whom, and a way back to what is suggested. Sends `intent` discard-draft. */
export const DraftLine = ({ when, savedBy }: { when: string; savedBy: string | null }) => (
  <div className="draft-line">
    <p>
      <b>Draft saved</b> {when}
      {savedBy ? ` by ${savedBy}` : ""}. Nothing is sent yet.
    </p>
    <ActButton label="Discard draft" intent="discard-draft" pending="Discarding…" variant="plain" />
  </div>
)
