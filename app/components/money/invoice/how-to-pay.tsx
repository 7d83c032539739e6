/** How the school asks to be paid, as the invoice says it. */
export function HowToPay({ instructions }: { instructions: string | null }) {
  if (!instructions) return null
  return (
    <section aria-labelledby="how-to-pay">
      <h2 id="how-to-pay">How to pay</h2>
      <p className="whitespace-pre-line wrap-anywhere">{instructions}</p>
    </section>
  )
}
