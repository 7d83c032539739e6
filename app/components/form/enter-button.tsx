/**
 * What Enter does in a form whose first button is another one: browsers press the first button in the order of the page.
 * It stands first in the form, for no eye and no screen reader; the same act has its own button further down.
 */
export function EnterButton({ intent, children }: { intent: string; children: string }) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      data-main=""
    >
      {children}
    </button>
  )
}
