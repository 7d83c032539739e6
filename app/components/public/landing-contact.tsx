/** How to reach the people behind Tutti. */
export function LandingContact({
  email,
  telephone,
  isSample,
}: {
  email: string
  telephone: string
  isSample: boolean
}) {
  return (
    <section className="wrap blk" id="contact">
      <div className="split">
        <div className="sec">
          <h2>Ask us anything.</h2>
          <p className="dim">A person answers within 24 hours.</p>
          {isSample ? <p className="dim">The details here are samples.</p> : null}
        </div>
        <dl className="led">
          <div>
            <dt>E-mail</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
          <div>
            <dt>Telephone</dt>
            <dd>{telephone}</dd>
          </div>
        </dl>
      </div>
    </section>
  )
}
