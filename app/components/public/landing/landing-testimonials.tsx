const voices = [
  {
    quote: "The register is done before the next child has unpacked. I no longer write names on my hand.",
    who: "Helena Novak, voice teacher",
  },
  {
    quote:
      "Nine lessons a month used to slip through unbilled. Now the number is on my first screen, and it is usually zero.",
    who: "Ruth Castellano, Harmony School of Music",
  },
  {
    quote: "I open it once a month, see what Otis and Milo owe and why, and pay. That is all I ever wanted.",
    who: "Jonas Haddad, parent of two",
  },
]

/** Testimonials of the example school, labeled as examples. */
export function LandingTestimonials() {
  return (
    <section className="page-width page-section">
      <h2>From the staff room.</h2>
      <p className="dim">Examples: these people belong to the school in our demo.</p>
      <div className="columns">
        {voices.map(({ quote, who }) => (
          <blockquote className="testimonial" key={who}>
            <p>{quote}</p>
            <footer>{who}</footer>
          </blockquote>
        ))}
      </div>
    </section>
  )
}
