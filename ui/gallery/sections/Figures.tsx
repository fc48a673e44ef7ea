import { ShoppingBasket } from "lucide-react";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { CountBadge } from "@/ui/CountBadge";
import { Price } from "@/ui/Price";
import { ProgressBar } from "@/ui/ProgressBar";
import { QuantityStepper } from "@/ui/QuantityStepper";
import { Spinner } from "@/ui/Spinner";
import { Stars } from "@/ui/Stars";
import { State, States } from "../State";
import { nothing } from "../samples";

const TONES: BadgeTone[] = ["neutral", "leaf", "solid", "butter", "danger"];

export function Figures() {
  return (
    <>
      <States of="Badge" columns={5}>
        {TONES.map((tone) => (
          <State key={tone} name={tone}>
            <Badge tone={tone}>Ready for Pickup</Badge>
          </State>
        ))}
      </States>
      <States of="CountBadge">
        {[1, 42, 1000].map((count) => (
          <State key={count} name={String(count)}>
            <span className="relative inline-flex size-11 items-center justify-center">
              <ShoppingBasket aria-hidden className="size-5" />
              <CountBadge count={count} />
            </span>
          </State>
        ))}
      </States>
      <States of="Stars">
        <State name="none">
          <Stars average={0} count={0} />
        </State>
        <State name="half">
          <Stars average={3.5} count={8} />
        </State>
        <State name="five">
          <Stars average={5} count={1204} />
        </State>
      </States>
      <States of="Price">
        <State name="alone">
          <Price value={3.5} />
        </State>
        <State name="with unit">
          <Price value={12.25} unit="package" />
        </State>
        <State name="large, narrow">
          <div className="w-24">
            <Price value={1234.5} unit="half gallon" />
          </div>
        </State>
      </States>
      <States of="QuantityStepper">
        <State name="between">
          <QuantityStepper label="kale" value={3} onChange={nothing} />
        </State>
        <State name="least">
          <QuantityStepper label="kale" value={1} onChange={nothing} />
        </State>
        <State name="most">
          <QuantityStepper label="kale" value={100} max={100} onChange={nothing} />
        </State>
      </States>
      <States of="Progress">
        <State name="begun">
          <ProgressBar label="Upload" share={0.1} />
        </State>
        <State name="nearly done">
          <ProgressBar label="Upload" share={0.9} />
        </State>
        <State name="spinner">
          <Spinner />
        </State>
      </States>
    </>
  );
}
