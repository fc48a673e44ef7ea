import type { User } from "@/api/types";
import { cutoffText, formatDate } from "@/lib/dates";
import { Picture } from "@/ui/Picture";
import { texts } from "../../inboxTexts";
import { Facts, type Fact } from "./Facts";
import { Section } from "./Section";

const words = texts.facts;

/** All details of a merchant's business. */
export function MerchantReview({ merchant }: { merchant: User }) {
  const { businessName, businessDescription, businessPhoto } = merchant.businessInfo ?? {};
  return (
    <>
      {businessPhoto && (
        <div className="max-w-md">
          <Picture src={businessPhoto.url} alt={words.photoOf(businessName ?? merchant.name)} sizes="450px" />
        </div>
      )}
      <Section title={words.description}>
        <p className="whitespace-pre-line">{businessDescription || words.noDescription}</p>
      </Section>
      <Facts facts={factsOf(merchant)} />
    </>
  );
}

function factsOf({ name, email, phone, address, createdAt, businessInfo: business }: User): Fact[] {
  const given = (label: string, value: string | undefined): Fact => ({
    label,
    value: value || words.notGiven,
  });
  const offers = [
    business?.offersPickup && words.offersPickup,
    business?.offersDelivery && words.offersDelivery(business.deliveryRadius),
    business?.sameDayDelivery && words.sameDay(cutoffText(business.sameDayCutoff)),
  ];
  const place = [address?.city, [address?.state, address?.zipCode].filter(Boolean).join(" ")];
  return [
    given(words.type, business?.businessType),
    given(words.person, name),
    {
      label: words.email,
      value: email ? <ExternalLink href={`mailto:${email}`}>{email}</ExternalLink> : words.notGiven,
    },
    given(words.phone, phone),
    given(words.address, [address?.street, ...place].filter(Boolean).join(", ")),
    { label: words.website, value: <Website address={business?.website} /> },
    given(words.license, business?.businessLicense),
    given(words.taxId, business?.taxId),
    given(words.offers, offers.filter(Boolean).join(", ")),
    given(words.signedUp, formatDate(createdAt)),
  ];
}

/** Links only web addresses: the merchant has typed this one. */
function Website({ address }: { address: string | undefined }) {
  if (!address || !/^https?:\/\//i.test(address)) return address || words.notGiven;
  return <ExternalLink href={address}>{address}</ExternalLink>;
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="break-all text-leaf underline underline-offset-4"
    >
      {children}
    </a>
  );
}
