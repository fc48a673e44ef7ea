import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { sessionQuery } from "@/api/session";
import { safeRedirect } from "@/lib/redirect";
import { oneOf, text } from "@/lib/search";
import { requireUser, type RouterContext } from "../guards";
import { rootRoute } from "./root";

type RedirectSearch = { redirect?: string };

/** Who is signed in already has no business on the sign-in pages. */
async function leaveIfSignedIn({
  context,
  search,
}: {
  context: RouterContext;
  search: RedirectSearch;
}): Promise<void> {
  const user = await context.queryClient.query(sessionQuery);
  if (user) throw redirect({ href: safeRedirect(search.redirect), replace: true });
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: (raw: Record<string, unknown>): RedirectSearch => ({ redirect: text(raw, "redirect") }),
  beforeLoad: leaveIfSignedIn,
  component: lazyRouteComponent(() => import("@/features/auth/components/LoginPage"), "LoginPage"),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signup",
  validateSearch: (raw: Record<string, unknown>): { role?: "customer" | "merchant" } => ({
    role: oneOf(raw, "role", ["customer", "merchant"]),
  }),
  beforeLoad: ({ context }) => leaveIfSignedIn({ context, search: {} }),
  component: lazyRouteComponent(() => import("@/features/auth/components/SignupPage"), "SignupPage"),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/welcome",
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import("@/features/auth/components/WelcomePage"), "WelcomePage"),
});

/** The mailed link. It works whether or not somebody is signed in. */
const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/verify-email",
  validateSearch: (raw: Record<string, unknown>): { token?: string } => ({ token: text(raw, "token") }),
  component: lazyRouteComponent(
    () => import("@/features/auth/components/VerifyEmailPage"),
    "VerifyEmailPage",
  ),
});

export const authRoutes = [loginRoute, signupRoute, welcomeRoute, verifyEmailRoute] as const;
