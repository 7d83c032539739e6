/**
 * Enter presses a form's first button in page order. This hidden copy comes first, so that Enter submits the intended
 * action where another button precedes it.
 */
export function EnterButton({
  intent,
  form,
  formNoValidate,
  children,
}: {
  intent: string
  /** the id of a form that this button and the next stand before */
  form?: string
  /** for a form in which Enter may search instead */
  formNoValidate?: boolean
  children: string
}) {
  return (
    <button
      type="submit"
      // Without styles it isn't there; with them it is out of sight but drawn, since Safari presses no other on Enter.
      hidden
      name="intent"
      value={intent}
      form={form}
      formNoValidate={formNoValidate}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      data-main=""
    >
      {children}
    </button>
  )
}
