import { Prose } from "./prose"
import { PublicShell } from "./public-shell"
import { siteFooter } from "./site-footer"

/** A legal page: its title, the day it was last updated, its text. */
export function LegalPage({ title, changedOn, html }: { title: string; changedOn: string; html: string }) {
  return (
    <PublicShell footer={siteFooter}>
      <main className="page-width form-page section" id="main">
        <h1>{title}</h1>
        <p className="dim">Last updated {changedOn}.</p>
        <Prose html={html} />
      </main>
    </PublicShell>
  )
}
