// What people ask for that Tutti doesn't do yet, and what it does instead. Whoever builds one of these takes it out: a test asks
// that no help article claims it. Safe in the browser.

export type NotYet = {
  /** As people call it. */
  asked: RegExp
  /** "Tutti doesn’t … yet." */
  answer: string
  /** The article on what there is instead. */
  article?: string
}

const list: readonly NotYet[] = [
  {
    asked:
      /\b(?:sms|mms|texting|text[ -]?messag\w*|(?:send|get|receive) (?:a |us |them )?texts?|(?:by|per|via) text|texts? (?:reminders?|notifications?|alerts?)|whats ?app|telegram|viber)\b/,
    answer:
      "Tutti doesn’t send text messages or WhatsApp messages yet. It sends emails, and notifications on phones and computers where someone turned them on.",
    article: "family-pages",
  },
  {
    asked:
      /\b(?:stripe|square|apple ?pay|google ?pay|adyen|mollie|klarna|go ?cardless|sepa|ach|direct debits?|bacs|ideal)\b/,
    answer:
      "Tutti doesn’t take payments that way yet. Families pay online with PayPal, also by card, and you record bank transfers, cash and checks.",
    article: "paypal-for-your-school",
  },
  {
    asked:
      /\b(?:quick ?books|datev|sage|fresh ?books|lex ?(?:office|ware)|sevdesk|wave accounting|myob|zoho)\b/,
    answer:
      "Tutti doesn’t export to that program yet. Month end has the month’s sales and payments in the layouts that Xero imports, and lists can be exported as CSV files.",
    article: "month-end",
  },
  {
    asked: /\b(?:app ?store|play ?store|(?:iphone|ipad|ios|android|native|mobile|phone) app)\b/,
    answer:
      "Tutti isn’t in the app stores yet. It works in the browser of every phone, and you can add it to the home screen from there.",
    article: "family-pages",
  },
  {
    asked:
      /\b(?:(?:other|another|different|more|which|our|own|change|switch|multiple) languages?|languages? (?:setting|option|version)s?|translat\w+|in (?:spanish|french|german|italian|portuguese|dutch|chinese|japanese|korean|polish|russian|arabic))\b/,
    answer: "Tutti is only in English yet. Dates, times, numbers and currency follow your school’s formats.",
    article: "school-settings",
  },
  {
    asked:
      /\b(?:online bookings?|booking (?:form|page|link|widget)s?|website builder|build (?:a|our|my) website)\b/,
    answer:
      "Tutti doesn’t take online bookings or build a website for your school yet. New families ask for lessons on your public page, which your website can show.",
    article: "public-page",
  },
  {
    asked: /\b(?:gift (?:cards?|vouchers?|certificates?)|vouchers?)\b/,
    answer: "Tutti doesn’t sell gift cards or vouchers yet. You can sell a family a package of lessons.",
    article: "packages-and-prices",
  },
  {
    asked: /\b(?:e-?invoic\w+|electronic invoic\w+|zugferd|factur-?x|x-?rechnung|peppol)\b/,
    answer:
      "Tutti doesn’t write e-invoices such as ZUGFeRD or XRechnung yet. Invoices are sent as PDF files.",
    article: "write-an-invoice",
  },
  {
    asked: /\blogos?\b/,
    answer:
      "Tutti can’t show your logo on invoices and emails yet. They carry your school’s name, address and tax number.",
    article: "school-settings",
  },
  {
    asked: /\b(?:zapier|make\.com|ifttt|mailchimp|hubspot|salesforce|slack|microsoft teams)\b/,
    answer: "Tutti doesn’t connect to that program yet. You can export every list as a CSV file.",
    article: "export-lists",
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
      /\b(?:video (?:calls?|chats?|lessons? in tutti)|(?:host|hold|teach) (?:a )?(?:live )?video|zoom (?:integration|account)|(?:connect|link|integrate) (?:to |with )?zoom)\b/,
    answer:
      "Tutti has no video calls of its own yet. You can add a video link to a lesson; families open it from the lesson.",
    article: "move-a-lesson",
  },
]

/** What a question asks for that there isn't; undefined for everything else. */
export function findNotYet(question: string): NotYet | undefined {
  const words = question.normalize("NFC").toLowerCase()
  return list.find(({ asked }) => asked.test(words))
}

export const everyNotYet = (): readonly NotYet[] => list
