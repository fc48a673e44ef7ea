import { Link } from "@tanstack/react-router";
import { telHref } from "@/lib/phone";
import { buttonClass } from "./buttonClass";
import { ButtonLink } from "./ButtonLink";
import { Card } from "./Card";
import { texts } from "./lazyTexts";

interface Props {
  orderNumber: string;
  supportEmail: string;
  /** The number to call, if there is one. */
  supportPhone: string | null;
  /** The heading level on the surrounding page. */
  level?: 2 | 3;
  /** Links to the orders, from which the customer can write to each seller. */
  withSellers?: boolean;
}

/** Contacts for an order: the seller, or support by mail, phone or chat, with the order number in the subject. */
export function NeedHelp({ orderNumber, supportEmail, supportPhone, level = 3, withSellers }: Props) {
  const Heading = `h${level}` as const;
  const about = texts.helpSubject(orderNumber);
  return (
    <Card className="grid gap-4">
      <div>
        <Heading className="text-h3">{texts.needHelp}</Heading>
        <p className="mt-1 text-muted">{texts.needHelpText}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <a
          href={`mailto:${supportEmail}?subject=${encodeURIComponent(about)}`}
          className={buttonClass("secondary", "sm")}
        >
          {texts.needHelpMail}
        </a>
        {supportPhone && (
          <a href={telHref(supportPhone)} className={buttonClass("secondary", "sm", "whitespace-nowrap")}>
            {texts.needHelpCall(supportPhone)}
          </a>
        )}
        <ButtonLink to="/messages/support" search={{ about }} variant="secondary" size="sm">
          {texts.needHelpChat}
        </ButtonLink>
        {withSellers && (
          <ButtonLink to="/dashboard/customer" search={{ tab: "orders" }} variant="secondary" size="sm">
            {texts.needHelpSeller}
          </ButtonLink>
        )}
        <Link to="/contact" hash="faq" className={buttonClass("quiet", "sm")}>
          {texts.needHelpFaq}
        </Link>
      </div>
      <p className="text-sm text-muted">{texts.needHelpPromise(supportEmail)}</p>
    </Card>
  );
}
