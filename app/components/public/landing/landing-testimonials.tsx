const voices = [
  {
    quote: "Attendance is done before the next student has unpacked. I’ve stopped writing names on my hand.",
    who: "Helena Novak, voice teacher",
  },
  {
    quote:
      "Nine lessons a month never made it onto an invoice. Now that number is on my dashboard, and it’s usually zero.",
    who: "Ruth Castellano, Harmony School of Music",
  },
  {
    quote:
      "I open it once a month, see what Otis and Milo’s lessons cost and why, and pay. That’s all I ever wanted.",
    who: "Jonas Haddad, parent of two",
  },
]

/** Testimonials of the example school, labeled as examples. */
export function LandingTestimonials() {
  return (
    <section className="page-width page-section">
      <h2>What it sounds like in practice.</h2>
      <p className="dim">Sample quotes: these people belong to our demo school.</p>
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
