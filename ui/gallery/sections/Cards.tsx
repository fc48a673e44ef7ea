import { SUPPORT_EMAIL } from "@/lib/support";
import { Card } from "@/ui/Card";
import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";
import { StatCard } from "@/ui/StatCard";
import { MerchantCard } from "@/features/catalog/components/home/MerchantCard";
import { NeedHelp } from "@/ui/NeedHelp";
import { merchant } from "../../tests/shop";
import { State, States } from "../State";
import { PICTURE } from "../samples";

const stall = merchant({
  productCount: 12,
  rating: { average: 4.5, count: 31 },
  address: { city: "Salinas", state: "CA", zipCode: "93901", distance: 8 },
});

export function Cards() {
  return (
    <>
      <States of="Card">
        <State name="plain">
          <Card>Two jars</Card>
        </State>
        <State name="leaf">
          <Card tone="leaf">Confirmed</Card>
        </State>
        <State name="butter">
          <Card tone="butter">Waits for you</Card>
        </State>
        <State name="flush">
          <Card flush>
            <Picture src={PICTURE} alt="" square />
          </Card>
        </State>
      </States>
      <States of="StatCard" columns={5}>
        <Stat name="figure" value="$1,204.50" />
        <Stat name="highlight" value={3} highlight />
        <Stat name="loading" />
        <Stat name="failed" failed />
        <State name="skeletons">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="mt-2 h-5 w-3/5" />
        </State>
      </States>
      <States of="Stall and help" columns={2}>
        <State name="merchant card">
          <ul>
            <MerchantCard merchant={stall} />
          </ul>
        </State>
        <State name="need help">
          <NeedHelp
            orderNumber="GS-261121-7K2QF"
            supportEmail={SUPPORT_EMAIL}
            supportPhone="(802) 555-0100"
            withSellers
          />
        </State>
      </States>
    </>
  );
}

function Stat({
  name,
  value,
  ...rest
}: {
  name: string;
  value?: string | number;
  failed?: boolean;
  highlight?: boolean;
}) {
  return (
    <State name={name}>
      <dl>
        <StatCard label="Sales this week" value={value} {...rest} />
      </dl>
    </State>
  );
}
