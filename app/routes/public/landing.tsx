import { type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { LandingChain } from "~/components/public/landing/landing-chain"
import { LandingCompared } from "~/components/public/landing/landing-compared"
import { LandingContact } from "~/components/public/landing/landing-contact"
import { LandingEnd } from "~/components/public/landing/landing-end"
import { LandingFeatures } from "~/components/public/landing/landing-features"
import { LandingHero } from "~/components/public/landing/landing-hero"
import { LandingImport } from "~/components/public/landing/landing-import"
import { LandingPricing } from "~/components/public/landing/landing-pricing"
import { LandingQuestions } from "~/components/public/landing/landing-questions"
import { LandingTestimonials } from "~/components/public/landing/landing-testimonials"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import type { PageHandle } from "~/components/shell/document"
import { allowAnyone } from "~/http/guards.server"
import { type PlanInterval, type PlanKey, planKeys } from "~/models/accounts/plan/plan-catalogue"
import { landingSaving, planOffer, savingText } from "~/models/accounts/plan/plan-price.server"
import { platformContact } from "~/models/platform/contact-message/platform-contact.server"
import { findPicture } from "~/models/platform/help/help-pictures.server"
import { findSampleSchool } from "~/models/platform/live-demo/live-demo.server"
import { ownEntrance } from "~/routes/registration/registration.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { sellsPlans } from "~/utils/sold-plans"

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

export function loader() {
  allowAnyone()
  if (!sellsPlans()) throw redirect(ownEntrance())
  return {
    contact: platformContact(),
    hasDemo: findSampleSchool() !== undefined,
    week: findPicture("week"),
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
  "Students, schedules, attendance, invoices and messages for music schools, kept in time with each other."

export const meta: MetaFunction = () =>
  publicMeta({ title: "Music school software · Tutti", description, path: paths.landing() })

export default function Landing() {
  const { plans, saving, contact, hasDemo, week } = useLoaderData<typeof loader>()
  const entrances = { schoolHref: paths.registerSchool(), soloHref: paths.registerSoloTeacher(), hasDemo }
  return (
    <PublicShell footer={siteFooter}>
      <main id="main">
        <LandingHero {...entrances} />
        <LandingChain />
        <LandingFeatures week={week} />
        <LandingImport />
        <LandingCompared />
        <LandingPricing plans={plans} saving={saving} />
        <LandingTestimonials />
        <LandingQuestions hasDemo={hasDemo} />
        <LandingContact {...contact} />
        <LandingEnd {...entrances} />
      </main>
    </PublicShell>
  )
}
