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
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { Page, PageTitle } from "@/ui/Page";

const CUSTOMER_TIPS = [
  { icon: Search, title: "Look around", text: "Search by name or browse sixteen kinds of local goods." },
  { icon: MapPin, title: "Buy nearby", text: "Each product says who made it and where they are." },
  { icon: ShoppingBasket, title: "Fill one basket", text: "Buy from several merchants and pay once." },
  {
    icon: MessageCircle,
    title: "Come back for more",
    text: "Your cart waits for you, also after you log out.",
  },
];

const MERCHANT_TIPS = [
  { icon: Sprout, title: "List your first product", text: "A name, a price, a unit and how many you have." },
  { icon: Camera, title: "Show it well", text: "A clear picture in daylight sells better than words." },
  {
    icon: BadgeCheck,
    title: "Get approved",
    text: "We look at every merchant and product before it goes live.",
  },
  {
    icon: ClipboardList,
    title: "Keep orders moving",
    text: "Confirm, prepare and hand over; customers see each step.",
  },
];

/** After signing up: a greeting and where to go next, by role. */
export function WelcomePage() {
  const user = useUser();
  if (!user) return null;
  const merchant = user.role === "merchant";
  const business = user.businessInfo?.businessName ?? user.businessName;
  return (
    <Page title="Welcome">
      <div className="mx-auto max-w-3xl">
        <PageTitle>Welcome to Greenstall, {user.name}!</PageTitle>
        <p className="mt-3 text-lg text-muted">
          {merchant && business
            ? `${business} has its stall now. Four things to know:`
            : "Four things worth knowing before you start:"}
        </p>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2">
          {(merchant ? MERCHANT_TIPS : CUSTOMER_TIPS).map((tip) => (
            <li key={tip.title}>
              <Card className="h-full">
                <tip.icon aria-hidden className="size-7 text-leaf" />
                <h2 className="mt-3 text-h3">{tip.title}</h2>
                <p className="mt-1 text-muted">{tip.text}</p>
              </Card>
            </li>
          ))}
        </ul>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/products">Browse Products</ButtonLink>
          <ButtonLink to={merchant ? "/dashboard/merchant" : "/dashboard/customer"} variant="secondary">
            Go to your dashboard
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}
