/** The name of the button that a form was sent with; "" without one. Safe in the browser. */
export function intentOf(form: { get(name: string): unknown } | undefined): string {
  const intent = form?.get("intent")
  return typeof intent === "string" ? intent : ""
}
