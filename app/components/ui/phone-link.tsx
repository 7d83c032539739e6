/** A number to call with one tap. `text` is read instead of the number alone. */
export function PhoneLink({ number, text }: { number: string; text?: string }) {
  return (
    <a className="phone-link" href={`tel:${number.replace(/[^\d+]/g, "")}`}>
      {text ?? number}
    </a>
  )
}

const numbers = /(\+?\(?\d[\d\s()./\u2010-\u2013-]{5,}\d)/

/** A text in which each phone number is one to call. */
export const PhoneText = ({ text }: { text: string }) =>
  // A pattern with a group keeps what it splits by, at the odd indexes.
  text.split(numbers).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    index % 2 === 1 ? <PhoneLink key={index} number={part} /> : part,
  )
