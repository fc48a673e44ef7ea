import { getRouteApi, useRouter } from "@tanstack/react-router";
import {
  BadgeCheck,
  Camera,
  ClipboardList,
  MapPin,
  MessageCircle,
  Search,
  ShoppingBasket,
  Sprout,
} from "lucide-react";
import { useUser } from "@/api/session";
import { safeRedirect } from "@/lib/redirect";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { Page, PageTitle } from "@/ui/Page";
import { texts } from "../texts";

const CUSTOMER_ICONS = [Search, MapPin, ShoppingBasket, MessageCircle];
const MERCHANT_ICONS = [Sprout, Camera, BadgeCheck, ClipboardList];
const { welcome } = texts;

const route = getRouteApi("/welcome");

/** The page after signing up: a greeting and the next steps, by role. */
export function WelcomePage() {
  const user = useUser();
  const router = useRouter();
  const { redirect } = route.useSearch();
  if (!user) return null;
  const merchant = user.role === "merchant";
  const business = user.businessInfo?.businessName ?? user.businessName;
  const icons = merchant ? MERCHANT_ICONS : CUSTOMER_ICONS;
  const back = safeRedirect(redirect);
  return (
    <Page title={welcome.page}>
      <div className="mx-auto max-w-3xl">
        <PageTitle>{welcome.title(user.name)}</PageTitle>
        <p className="mt-3 text-lg text-muted">
          {merchant && business ? welcome.merchantIntro(business) : welcome.customerIntro}
        </p>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2">
          {(merchant ? welcome.merchant : welcome.customer).map((tip, index) => {
            const Icon = icons[index] ?? Sprout;
            return (
              <li key={tip.title}>
                <Card className="h-full">
                  <Icon aria-hidden className="size-7 text-leaf" />
                  <h2 className="mt-3 text-h3">{tip.title}</h2>
                  <p className="mt-1 text-muted">{tip.text}</p>
                </Card>
              </li>
            );
          })}
        </ul>
        <div className="mt-8 flex flex-wrap gap-3">
          {back !== "/" && (
            <Button onClick={() => void router.navigate({ href: back })}>{welcome.continue}</Button>
          )}
          {merchant ? (
            <>
              <ButtonLink to="/dashboard/merchant" search={{ tab: "add" }}>
                {welcome.addProduct}
              </ButtonLink>
              <ButtonLink to="/dashboard/merchant" variant="secondary">
                {welcome.dashboard}
              </ButtonLink>
              <ButtonLink to="/products" variant="secondary">
                {texts.browse}
              </ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink to="/products" variant={back === "/" ? "primary" : "secondary"}>
                {texts.browse}
              </ButtonLink>
              <ButtonLink to="/dashboard/customer" variant="secondary">
                {welcome.dashboard}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </Page>
  );
}
