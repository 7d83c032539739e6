import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LandingChain } from "~/components/public/landing/landing-chain"
import { LandingContact } from "~/components/public/landing/landing-contact"
import { LandingFeatures } from "~/components/public/landing/landing-features"
import { LandingHero } from "~/components/public/landing/landing-hero"
import { LandingPricing } from "~/components/public/landing/landing-pricing"
import { LandingTestimonials } from "~/components/public/landing/landing-testimonials"
import { PublicShell } from "~/components/public/public-shell"
import { SignInButtons } from "~/components/public/sign-in-buttons"
import { siteFooter } from "~/components/public/site-footer"
import type { PageHandle } from "~/components/shell/document"
import { allowAnyone } from "~/http/guards.server"
import { viewerHome } from "~/http/viewer-home.server"
import { type PlanInterval, type PlanKey, planKeys } from "~/models/accounts/plan/plan-catalogue"
import { landingSaving, planOffer, savingText } from "~/models/accounts/plan/plan-offer.server"
import { platformContact } from "~/models/platform/platform/platform-contact.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export const handle: PageHandle = { area: "landing" }

const audiences: Record<PlanKey, string> = {
  soloTeacher: "For independent teachers.",
  standard: "For growing schools.",
  professional: "For busy academies.",
}

const registrationFor = (plan: PlanKey, interval: PlanInterval) =>
  plan === "soloTeacher"
    ? paths.registerSoloTeacher(plan, { interval })
    : paths.registerSchool(plan, interval)

export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const home = await viewerHome(request)
  return {
    dashboardTo: home?.isOpen ? home.to : undefined,
    contact: platformContact(),
    saving: landingSaving(planKeys.map(planOffer)),
    plans: planKeys.map((key) => {
      const offer = planOffer(key)
      return {
        key,
        name: offer.name,
        ...offer.price,
        audience: audiences[key],
        saving: savingText(offer),
        features: offer.features,
        href: { monthly: registrationFor(key, "monthly"), yearly: registrationFor(key, "yearly") },
        popular: offer.isPopular,
      }
    }),
  }
}

const description =
  "Students, schedules, registers, invoices and messages of a music school, kept in time with each other."

export const meta: MetaFunction = () =>
  publicMeta({ title: "Tutti: everything a music school runs on", description, path: paths.landing() })

export default function Landing() {
  const { plans, saving, dashboardTo, contact } = useLoaderData<typeof loader>()
  return (
    <PublicShell
      links={[
        { href: "#features", label: "Features" },
        { href: "#pricing", label: "Pricing" },
        { href: "#contact", label: "Contact" },
        { href: paths.demoRequest(), label: "Demo", dialog: "demo-request" },
      ]}
      aside={<SignInButtons dashboardTo={dashboardTo} />}
      footer={siteFooter}
    >
      <main id="main">
        <LandingHero schoolHref={paths.registerSchool()} soloHref={paths.registerSoloTeacher()} />
        <LandingChain />
        <LandingFeatures />
        <LandingPricing plans={plans} saving={saving} />
        <LandingTestimonials />
        <LandingContact {...contact} />
      </main>
    </PublicShell>
  )
}
