import { Outlet } from "@tanstack/react-router";
import { SkipLink } from "@/ui/SkipLink";
import { ToastHost } from "@/ui/ToastHost";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { PromoBanner } from "./PromoBanner";
import { RouteAnnouncer } from "./RouteAnnouncer";

export function Shell() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PromoBanner />
      <Header />
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-6rem)] flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
      <RouteAnnouncer />
      <ToastHost />
    </div>
  );
}
