import { useHead } from "@/lib/head";
import { texts } from "../texts";
import { Categories } from "./home/Categories";
import { Hero } from "./home/Hero";
import { HowItWorks } from "./home/HowItWorks";
import { Impact } from "./home/Impact";
import { NearbyMerchants } from "./home/NearbyMerchants";
import { Popular } from "./home/Popular";

export function HomePage() {
  useHead({ title: texts.home.title });
  return (
    <>
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
