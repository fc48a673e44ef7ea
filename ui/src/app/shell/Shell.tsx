import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { SkipLink } from "@/ui/SkipLink";
import { ToastHost } from "@/ui/ToastHost";
import { AccountNotice } from "./AccountNotice";
import { CheckoutHeader } from "./CheckoutHeader";
import { FindBar } from "./FindBar";
import { Header } from "./Header";
import { Footer, LocationHost, startPageListeners } from "./lazyParts";
import { OfflineBanner } from "./OfflineBanner";
import { PromoBanner } from "./PromoBanner";
import { RouteAnnouncer } from "./RouteAnnouncer";
import { UnreachableBanner } from "./UnreachableBanner";

/** Dashboards are for work: they have no banner, and a slim footer. */
const DASHBOARDS = /^\/(dashboard|admin)(\/|$)/;

export function Shell() {
  const { pathname } = useLocation();
  const atWork = DASHBOARDS.test(pathname);
  const atCheckout = pathname === "/checkout";
  useEffect(startPageListeners, []);
  return (
    <div className="flex min-h-dvh flex-col print:[&>:not(main)]:hidden">
      <SkipLink />
      {!atWork && !atCheckout && <PromoBanner />}
      {atCheckout ? <CheckoutHeader /> : <Header />}
      <OfflineBanner />
      <UnreachableBanner />
      <AccountNotice />
      {!atCheckout && <FindBar />}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-6rem)] flex-1 outline-none">
        <Outlet />
      </main>
      <Footer slim={atWork} />
      <LocationHost />
      <RouteAnnouncer />
      <ToastHost />
    </div>
  );
}
