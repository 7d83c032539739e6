// What people ask for that Tutti doesn't do yet, and what it does instead. Whoever builds one of these takes it out: a test asks
// that no help article claims it. Safe in the browser.

import { notYetTexts } from "~/texts/platform/not-yet"
import { platformProvider } from "~/utils/payment-providers"

export type NotYet = {
  /** As people call it. */
  asked: RegExp
  /** "Tutti doesn’t … yet." */
  answer: string
  /** The article on what there is instead. */
  article?: string
  /** The words by which a search finds the screen for it. */
  instead?: string
}

export const notYets: readonly NotYet[] = [
  {
    asked: /\b(?:mms|whats ?app|telegram|viber)\b/,
    answer:
      "Tutti doesn’t send WhatsApp messages or pictures by text yet. It sends emails, text messages, and notifications on phones and computers where someone turned them on.",
    article: "text-messages",
    instead: "new message",
  },
  {
    asked:
      /\b(?:square|adyen|mollie|klarna|go ?cardless|afterpay|affirm|cash ?app|bitcoin|crypto(?:currenc(?:y|ies))?|(?:support|accept|take|connect|link|integrate)s? (?:with )?(?:venmo|zelle))\b/,
    answer: `Tutti doesn’t take payments that way yet. Families pay online by card through Stripe or with ${platformProvider}. You record bank transfers, cash, checks, Zelle and Venmo yourself.`,
    article: "card-payments",
    instead: "stripe",
  },
  {
    asked:
      /\b(?:quick ?books|datev|sage|fresh ?books|lex ?(?:office|ware)|sevdesk|wave accounting|myob|zoho|netsuite|bill\.com)\b/,
    answer:
      "Tutti doesn’t export to that program yet. Month end has the month’s sales and payments in the layouts that Xero imports, and lists can be exported as CSV files.",
    article: "month-end",
    instead: "xero",
  },
  {
    asked:
      /\b(?:app ?store|play ?store|(?:iphone|ipad|ios|android|native|mobile|phone|student|parent|family|teacher|staff) app|^apps?$)\b/,
    answer:
      "Tutti isn’t in the app stores yet. It works in the browser of every phone, and you can add it to the home screen from there.",
    article: "family-pages",
  },
  {
    asked:
      /\b(?:(?:other|another|different|more|which|our|own|change|switch|multiple) languages?|languages? (?:setting|option|version)s?|translat\w+|^languages?$|^(?:spanish|french|german|italian|portuguese)$|(?:in|to) (?:spanish|french|german|italian|portuguese|dutch|chinese|japanese|korean|polish|russian|arabic))\b/,
    answer: "Tutti is only in English yet. Dates, times, numbers and currency follow your school’s formats.",
    article: "school-settings",
  },
  {
    asked:
      /\b(?:website builder|build (?:a|our|my) website|(?:custom |own )?domains?(?: names?)?|web ?hosting)\b/,
    answer:
      "Tutti doesn’t build a website for your school yet. New families ask for lessons or book a trial lesson on your public page, which your website can show.",
    article: "public-page",
  },
  {
    asked: /\b(?:x-?rechnung|peppol)\b/,
    answer:
      "Tutti doesn’t write XRechnung or send over Peppol yet. Schools in Europe send PDFs that carry an e-invoice (ZUGFeRD / Factur-X).",
    article: "write-an-invoice",
  },
  {
    asked:
      /\b(?:zapier|make\.com|ifttt|mailchimp|hubspot|salesforce|slack|microsoft teams|google classroom|constant contact|dropbox|google drive|one ?drive|instagram|facebook|tik ?tok|social media|^apis?$|(?:public|rest|developer) api|web ?hooks?)\b/,
    answer: "Tutti doesn’t connect to that program yet. You can export every list as a CSV file.",
    article: "export-lists",
    instead: "export",
  },
  {
    asked:
      /\b(?:single sign-?on|sso|saml|(?:log ?in|sign ?in|login) (?:with|using|by|through) (?:my )?(?:google|apple|microsoft|facebook))\b/,
    answer:
      "You can’t log in with an account of another company yet. Tutti has its own login, with two-step login if you want it.",
    article: "two-factor-login",
  },
  {
    asked:
      /\b(?:video (?:calls?|chats?|lessons? in tutti)|(?:host|hold|teach) (?:a )?(?:live )?video|zoom (?:integration|account)|(?:connect|link|integrate) (?:to |with )?zoom|^zoom$|^(?:google meet|skype|facetime)$|live ?streams?|white ?boards?|record(?:ing)? (?:a )?video|video recordings?)\b/,
    answer:
      "Tutti has no video calls of its own yet. You can add a video link to a lesson; families open it from the lesson.",
    article: "move-a-lesson",
  },
  {
    asked:
      /\b(?:e-?sign\w*|electronic signatures?|docu ?sign|hello ?sign|(?:sign|signed|digital|online) contracts?|contracts? for (?:families|parents|students))\b/,
    answer:
      "Tutti doesn’t collect drawn signatures or write contracts yet. Families agree to your documents with their typed name.",
    article: "consents",
    instead: "consents",
  },
  {
    asked: /\b(?:surveys?|polls?|google reviews?|^reviews?$)/,
    answer:
      "Tutti has no surveys yet. Forms on your public page ask new families, and families answer messages.",
    article: "custom-fields",
    instead: "custom fields",
  },
  {
    asked:
      /\b(?:1099s?|w-?[29]s?|direct deposits?|with?holding(?: tax(?:es)?)?|(?:run|do|process) payroll|payroll (?:tax(?:es)?|service)|gusto|adp|paychex)\b/,
    answer:
      "Tutti doesn’t transfer teachers’ pay or report their taxes. It works out what each teacher earns, with payslips and a CSV file.",
    article: "teacher-pay",
    instead: "teacher pay",
  },
  {
    asked:
      /\b(?:referrals?(?: program| bonus)?|(?:bring|refer) a friend|loyalty|reward points?|gamification|leader ?boards?|badges)\b/,
    answer: "Tutti has no referral or reward points yet. You can give a family a discount.",
    article: "packages-and-prices",
    instead: "discounts",
  },
  {
    asked: /\b(?:impersonat\w+|log ?in as (?:a |an )?(?:parent|family|student|guardian|teacher|user))\b/,
    answer: notYetTexts.logInAsOthers,
    article: "family-pages",
    instead: "portal access",
  },
  {
    asked:
      /\b(?:metronomes?|tuners?|tuning app|practice timers?|backing tracks?|play-?alongs?|ear training)\b/,
    answer: notYetTexts.practiceTools,
    article: "family-pages",
  },
  {
    asked: /\b(?:(?:collect|take|online) donations?|fund ?rais\w+|crowd ?funding)/,
    answer:
      "Tutti doesn’t collect donations online yet. You can record a donation or a grant as other income.",
    article: "expenses",
    instead: "other income",
  },
  {
    asked: /\b(?:surcharges?|(?:card|processing|convenience) (?:processing )?fees?|gratuit\w+|^tips?$)/,
    answer: "Tutti doesn’t add card fees or tips to payments. You can add a line of your own to an invoice.",
    article: "write-an-invoice",
    instead: "new invoice",
  },
  {
    asked:
      /\b(?:kiosks?|self[ -]check|check(?:ing)?[ -]in (?:students|kiosk|app)|(?:student|qr|qr code|self) check[ -]?ins?|^check[ -]?in$|barcodes?|(?:scan|qr)\b.*\battendance)\b/,
    answer: "Students can’t check themselves in yet. Teachers and the office take attendance.",
    article: "take-the-register",
    instead: "take attendance",
  },
  {
    asked: /\b(?:clock(?:ing)? (?:in|out)|time ?clocks?|punch (?:in|out)|time ?sheets? app)\b/,
    answer: notYetTexts.timeClock,
    article: "teacher-pay",
    instead: "teacher pay",
  },
  {
    asked:
      /\b(?:(?:concert|recital|show|event) tickets?|tickets? (?:for|to) (?:a |the |our )?(?:concert|recital|show|event)s?|sell(?:ing)? tickets?|ticketing)\b/,
    answer: notYetTexts.tickets,
    article: "write-an-invoice",
    instead: "events",
  },
  {
    asked:
      /\b(?:(?:phone|voice) calls?|voice ?mails?|call (?:a |the |my |our )?(?:parents?|famil(?:y|ies)|guardians?)|postcards?|letters? by post)\b/,
    answer: notYetTexts.calls,
    article: "write-to-people",
    instead: "new message",
  },
  {
    asked: /\b(?:(?:own|custom|our|my) (?:web ?)?domains?|domain name)\b/,
    answer: notYetTexts.ownDomain,
    article: "public-page",
    instead: "public page",
  },
  {
    asked: /\b(?:ai (?:lesson )?(?:plans?|planner|assistant)|chat ?gpt|lesson plans? (?:with|by) ai)\b/,
    answer: notYetTexts.lessonPlans,
  },
  {
    asked:
      /\b(?:(?:dark|night|light|black) (?:mode|theme|screen|background)|high contrast|(?:(?:font|text|letter) size|(?:bigger|larger|smaller) (?:font|text|letters)|zoom (?:in|out))|(?:keyboard |short ?cut )(?:short ?cuts?|keys?|commands?)|hot ?keys?|short ?cuts)\b/,
    answer: notYetTexts.ownLook,
    instead: "preferences",
  },
]

/** What a question asks for that there isn't; undefined for everything else. */
export function findNotYet(question: string): NotYet | undefined {
  const words = question.normalize("NFC").toLowerCase()
  return notYets.find(({ asked }) => asked.test(words))
}
