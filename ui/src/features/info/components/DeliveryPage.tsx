import { Clock, Moon, PackageCheck, Recycle, Snowflake, Store, Sunrise, Truck, Zap } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { texts } from "../texts";
import { CardList } from "./CardList";
import { InfoPage } from "./InfoPage";
import { InfoSection } from "./InfoSection";

const { delivery } = texts;

export function DeliveryPage() {
  return (
    <InfoPage title={delivery.title} intro={delivery.intro}>
      <InfoSection id="options" title={delivery.optionsTitle}>
        <CardList items={delivery.options} icons={[Store, Truck, Zap]} />
      </InfoSection>
      <InfoSection id="zones" title={delivery.zonesTitle}>
        <table className="w-full max-w-xl text-left">
          <caption className="sr-only">{delivery.zonesCaption}</caption>
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2 pr-4 font-semibold">
                {delivery.distance}
              </th>
              <th scope="col" className="py-2 text-right font-semibold">
                {delivery.fee}
              </th>
            </tr>
          </thead>
          <tbody>
            {delivery.zones.map((zone) => (
              <tr key={zone.distance} className="border-b border-line">
                <th scope="row" className="py-3 pr-4 font-normal">
                  {zone.distance}
                </th>
                <td className="py-3 text-right font-semibold tabular-nums">{zone.fee}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-4 max-w-xl text-muted">{delivery.zonesNote}</p>
      </InfoSection>
      <InfoSection id="schedule" title={delivery.scheduleTitle}>
        <CardList items={delivery.schedule} icons={[Sunrise, Moon, Clock]} />
      </InfoSection>
      <InfoSection id="handling" title={delivery.handlingTitle}>
        <CardList items={delivery.handling} icons={[Snowflake, PackageCheck, Recycle]} />
      </InfoSection>
      <div className="flex flex-wrap items-center gap-4">
        <p className="font-semibold">{delivery.question}</p>
        <ButtonLink to="/contact" variant="secondary">
          {texts.contactUs}
        </ButtonLink>
      </div>
    </InfoPage>
  );
}
