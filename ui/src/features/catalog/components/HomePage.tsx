import { Categories } from "./home/Categories";
import { Hero } from "./home/Hero";
import { HowItWorks } from "./home/HowItWorks";
import { Impact } from "./home/Impact";
import { NearbyMerchants } from "./home/NearbyMerchants";
import { Popular } from "./home/Popular";

export function HomePage() {
  return (
    <>
      <title>Greenstall · Food and crafts from your neighbours</title>
      <Hero />
      <div className="container-page grid gap-16 pt-14 sm:gap-20 sm:pt-16">
        <Popular />
        <Categories />
        <NearbyMerchants />
        <HowItWorks />
        <Impact />
      </div>
    </>
  );
}
