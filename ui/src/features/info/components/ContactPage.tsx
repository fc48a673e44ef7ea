import { Mail } from "lucide-react";
import { useSupportEmail } from "@/api/config";
import { Card } from "@/ui/Card";
import { contact } from "../contactTexts";
import { ContactForm } from "./ContactForm";
import { InfoPage } from "./InfoPage";
import { InfoSection } from "./InfoSection";

export function ContactPage() {
  const supportEmail = useSupportEmail();
  return (
    <InfoPage title={contact.title} intro={contact.intro}>
      <div className="grid items-start gap-10 lg:grid-cols-[3fr_2fr]">
        <InfoSection id="write" title={contact.formTitle}>
          <Card>
            <ContactForm />
          </Card>
        </InfoSection>
        <InfoSection id="support" title={contact.supportTitle}>
          <Card tone="leaf" className="grid gap-4">
            <a
              href={`mailto:${supportEmail}`}
              className="inline-flex min-h-11 items-center gap-3 font-semibold break-all underline underline-offset-4"
            >
              <Mail aria-hidden className="size-6 shrink-0 text-leaf" />
              {supportEmail}
            </a>
            <dl className="grid gap-3">
              {contact.support.map((team) => (
                <div key={team.title}>
                  <dt className="font-semibold">{team.title}</dt>
                  <dd className="text-muted">{team.text}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </InfoSection>
      </div>
      <InfoSection id="faq" title={contact.faqTitle}>
        <div className="grid max-w-3xl gap-3">
          {contact.faq.map(({ question, answer }) => (
            <details key={question} className="rounded-ui border border-line bg-surface">
              <summary className="min-h-11 px-5 py-3 font-semibold">{question}</summary>
              <p className="px-5 pb-4 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </InfoSection>
    </InfoPage>
  );
}
