/**
 * Enter presses a form's first button in page order, and nothing if that one is disabled. For forms with several acts of
 * which none may happen by accident.
 */
export function NoEnter() {
  return <button type="submit" disabled hidden data-no-enter="" />
}
