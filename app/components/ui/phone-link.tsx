/** A number to call with one tap. `text` is read instead of the number alone. */
export function PhoneLink({ number, text }: { number: string; text?: string }) {
  return (
    <a className="phone-link" href={`tel:${number.replace(/[^\d+]/g, "")}`}>
      {text ?? number}
    </a>
  )
}
