import { getRouteApi } from "@tanstack/react-router";
import { Store, Truck, Zap } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { Tabs } from "@/ui/Tabs";
import { texts } from "../texts";
import { CardList } from "./CardList";
import { InfoPage } from "./InfoPage";
import { InfoSection } from "./InfoSection";

const { how } = texts;
const route = getRouteApi("/how-it-works");
const TABS = [
  { value: "customers", label: how.customers },
  { value: "merchants", label: how.merchants },
] as const;

export function HowItWorksPage() {
  const audience = route.useSearch().for ?? "customers";
  const navigate = route.useNavigate();
  return (
    <InfoPage title={how.title} intro={how.intro}>
      <div>
        <Tabs
          label={how.tabs}
          tabs={TABS}
          value={audience}
          onChange={(next) => {
            const search = next === "customers" ? {} : { for: next };
            void navigate({ search, replace: true, resetScroll: false });
          }}
        >
          <ol className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {(audience === "merchants" ? how.merchantSteps : how.customerSteps).map((step, index) => (
              <li key={step.title} className="flex gap-4">
                <span aria-hidden className="w-8 shrink-0 font-display text-5xl leading-none text-leaf">
                  {index + 1}
                </span>
                <div>
                  <h2 className="text-h3">{step.title}</h2>
                  <p className="mt-1 text-muted">{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt-8">
            {audience === "merchants" ? (
              <ButtonLink to="/signup" search={{ role: "merchant" }}>
                {texts.sell}
              </ButtonLink>
            ) : (
              <ButtonLink to="/products">{texts.browse}</ButtonLink>
            )}
          </p>
        </Tabs>
      </div>
      <InfoSection id="ways" title={how.deliveryTitle}>
        <CardList items={how.delivery} icons={[Store, Zap, Truck]} />
        <p className="mt-5">
          <ButtonLink to="/delivery" variant="secondary">
            {how.moreDelivery}
          </ButtonLink>
        </p>
      </InfoSection>
      <InfoSection id="pricing" title={how.pricingTitle}>
        <ul className="grid max-w-prose list-disc gap-2 pl-5 marker:text-leaf">
          {how.pricing.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </InfoSection>
    </InfoPage>
  );
}
