import { paths } from "~/utils/paths"
import { ContactForm } from "../contact-form"

type LandingContactProps = {
  email: string
  telephone: string
  social: { label: string; href: string }[]
  isSample: boolean
}

/** How to reach the people behind Tutti: their details, and a form. */
export function LandingContact({ email, telephone, social, isSample }: LandingContactProps) {
  return (
    <section className="page-width page-section" id="contact">
      <div className="split">
        <div className="section">
          <h2>Ask us anything.</h2>
          <p className="dim">A person answers within 24 hours.</p>
          <dl className="ledger">
            <div>
              <dt>Email</dt>
              <dd>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            </div>
            <div>
              <dt>Phone</dt>
              <dd>{telephone}</dd>
            </div>
            <div>
              <dt>Demo</dt>
              <dd>
                <a href={paths.demoRequest()} data-dialog="demo-request">
                  Request a demo
                </a>
              </dd>
            </div>
            {social.length > 0 ? (
              <div>
                <dt>Follow us</dt>
                <dd className="buttons">
                  {social.map(({ label, href }) => (
                    <a key={label} href={href} rel="noopener">
                      {`${label} `}
                    </a>
                  ))}
                </dd>
              </div>
            ) : null}
          </dl>
          {isSample ? <p className="dim">These are sample contact details.</p> : null}
        </div>
        <div className="form" id="contact-form" data-in-place="">
          <ContactForm email={email} />
        </div>
      </div>
    </section>
  )
}
