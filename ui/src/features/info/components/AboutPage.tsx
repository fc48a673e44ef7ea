import { HandCoins, Leaf, MapPin, ShieldCheck } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { texts } from "../texts";
import { CardList } from "./CardList";
import { InfoPage } from "./InfoPage";
import { InfoSection } from "./InfoSection";

const { about } = texts;

export function AboutPage() {
  return (
    <InfoPage title={about.title} intro={about.intro}>
      <div className="grid gap-10 md:grid-cols-[3fr_2fr]">
        <InfoSection id="story" title={about.storyTitle}>
          <div className="grid max-w-prose gap-4">
            {about.story.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </InfoSection>
        <Card tone="leaf" className="self-start">
          <InfoSection id="mission" title={about.missionTitle}>
            <p className="font-display text-xl leading-snug">{about.mission}</p>
          </InfoSection>
        </Card>
      </div>
      <InfoSection id="numbers" title={about.statsTitle}>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
          {about.stats.map((stat) => (
            <div key={stat.label} className="flex flex-col-reverse border-l-3 border-leaf pl-4">
              <dt className="text-muted">{stat.label}</dt>
              <dd className="font-display text-h1">{stat.value}</dd>
            </div>
          ))}
        </dl>
      </InfoSection>
      <InfoSection id="values" title={about.valuesTitle}>
        <CardList items={about.values} icons={[MapPin, ShieldCheck, HandCoins, Leaf]} columns={2} />
      </InfoSection>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/products">{texts.browse}</ButtonLink>
        <ButtonLink to="/signup" search={{ role: "merchant" }} variant="secondary">
          {texts.sell}
        </ButtonLink>
      </div>
    </InfoPage>
  );
}
