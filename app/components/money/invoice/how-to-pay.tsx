/** The school's payment instructions, as printed on the invoice. */
export function HowToPay({ instructions }: { instructions: string | null }) {
  if (!instructions) return null
  return (
    <section aria-labelledby="how-to-pay">
      <h2 id="how-to-pay">How to pay</h2>
      <p className="whitespace-pre-line wrap-anywhere">{instructions}</p>
    </section>
  )
}
