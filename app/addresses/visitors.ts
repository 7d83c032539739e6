import { aMessage, pagesIn } from "./address"

// What anyone reaches: the public pages, a school’s own page, the help, and what a secret link opens.

const inPublic = pagesIn("public")
const inEnroll = pagesIn("enroll")
const inHelp = pagesIn("help", "Help")
const inPay = pagesIn("pay")
const inFeeds = pagesIn("feeds")

export const publicSite = {
  landing: inPublic("/", "landing.tsx", "anyone", { cached: true }),
  contact: inPublic("/contact", "contact.tsx", "anyone", { cached: true, body: aMessage }),
  liveDemo: inPublic("/demo", "live-demo.tsx", "anyone", { body: aMessage }),
  demoRequest: inPublic("/demo-request", "demo-request.tsx", "anyone", { body: aMessage }),
  about: inPublic("/about", "about.tsx", "anyone", { cached: true }),
  privacy: inPublic("/privacy", "privacy.tsx", "anyone", { cached: true }),
  terms: inPublic("/terms", "terms.tsx", "anyone", { cached: true }),
  robots: inPublic("/robots.txt", "robots.ts", "anyone"),
  sitemap: inPublic("/sitemap.xml", "sitemap.ts", "anyone"),
}

/** What no other address is; nothing leads there. */
export const elsewhere = {
  notFound: inPublic("*", "not-found.tsx", "anyone"),
}

/** A school's own page, on which strangers ask for lessons. */
export const enroll = {
  schoolPage: inEnroll("/s/:pageKey?sent&campaign", "school-page.tsx", "anyone", { body: aMessage }),
  /** One of its forms for one purpose, at an address of its own. */
  schoolForm: inEnroll("/s/:pageKey/:formKey?sent&instrument&campaign", "school-form.tsx", "anyone", {
    body: aMessage,
  }),
  /** A school's logo, which its pages, papers and emails show to strangers, too. */
  schoolLogo: inEnroll("/logos/:logoKey", "school-logo.ts", "anyone"),
  /** What the form asks to agree to. */
  schoolDocument: inEnroll("/s/:pageKey/documents/:documentKey", "school-document.tsx", "anyone"),
  /** A trial lesson that was booked, for whoever has the link of its letter: seen and canceled. */
  bookedTrial: inEnroll("/s/:pageKey/trial?:token!", "booked-trial.tsx", "anyone", { body: aMessage }),
  /** What the school offers, for whoever has the link of its letter: accepted, declined, or another time asked for. */
  offer: inEnroll("/offers/:offerKey?document", "offer.tsx", "anyone", { body: aMessage }),
  confirmInquiry: inEnroll("/s/:pageKey/confirm?:token!", "confirm-inquiry.tsx", "anyone", {
    body: aMessage,
  }),
}

export const help = {
  help: inHelp("/help?:q", "help.tsx", "anyone", {
    cached: true,
    page: "Help",
    words:
      "help|manual|articles|how to|guide|faq|documentation|tutorial|instructions|questions|training|training videos|learn tutti",
    parts: [
      {
        page: "Help",
        in: "Platform",
        for: "overview:read",
        words: "help|articles|manual",
      },
    ],
  }),
  helpArticle: inHelp("/help/:articleKey", "article.tsx", "anyone"),
}

/** Turns off a kind of email, by the link in its head. */
export const unsubscribing = {
  unsubscribe: inEnroll("/unsubscribe/:unsubscribeKey", "unsubscribe.tsx", "anyone"),
}

/** One invoice for whoever has its link: no login. */
export const payByLink = {
  /** Whoever has the address of an invoice sees and pays it. */
  payInvoice: inPay("/pay/:payKey", "pay-invoice.tsx", "anyone"),
  payInvoicePdf: inPay("/pay/:payKey/pdf?as=xml", "pay-invoice-pdf.ts", "anyone"),
  payInvoiceReturn: inPay("/pay/:payKey/return?token&cancelled=1", "pay-invoice-return.ts", "anyone", {
    writes: "provider",
  }),
}

export const feeds = {
  /** Whoever has the address reads the calendar. */
  feed: inFeeds("/feeds/:feedKey", "calendar.ts", "anyone"),
}
