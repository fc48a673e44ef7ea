import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { sessionQuery } from "@/api/session";
import { safeRedirect } from "@/lib/redirect";
import { compact, oneOf, text } from "@/lib/search";
import { requireUser, type RouterContext } from "../guards";
import { rootRoute } from "./root";

type RedirectSearch = { redirect?: string };

const readRedirect = (raw: Record<string, unknown>): RedirectSearch =>
  compact({ redirect: text(raw, "redirect") });

/** Redirects a signed-in user away from the sign-in pages. */
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
  validateSearch: (raw: Record<string, unknown>): RedirectSearch & { notice?: "password-changed" } =>
    compact({ ...readRedirect(raw), notice: oneOf(raw, "notice", ["password-changed"]) }),
  beforeLoad: leaveIfSignedIn,
  component: lazyRouteComponent(() => import("@/features/auth/components/LoginPage"), "LoginPage"),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signup",
  validateSearch: (raw: Record<string, unknown>): RedirectSearch & { role?: "customer" | "merchant" } =>
    compact({ ...readRedirect(raw), role: oneOf(raw, "role", ["customer", "merchant"]) }),
  beforeLoad: leaveIfSignedIn,
  component: lazyRouteComponent(() => import("@/features/auth/components/SignupPage"), "SignupPage"),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/welcome",
  validateSearch: readRedirect,
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import("@/features/auth/components/WelcomePage"), "WelcomePage"),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  component: lazyRouteComponent(
    () => import("@/features/auth/components/ForgotPasswordPage"),
    "ForgotPasswordPage",
  ),
});

/** The mailed link that sets a new password; it works signed in or not. */
const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password",
  validateSearch: (raw: Record<string, unknown>): { token?: string } =>
    compact({ token: text(raw, "token") }),
  component: lazyRouteComponent(
    () => import("@/features/auth/components/ResetPasswordPage"),
    "ResetPasswordPage",
  ),
});

/** The mailed link that verifies an address; it works signed in or not. */
const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/verify-email",
  validateSearch: (raw: Record<string, unknown>): { token?: string } => ({ token: text(raw, "token") }),
  component: lazyRouteComponent(
    () => import("@/features/auth/components/VerifyEmailPage"),
    "VerifyEmailPage",
  ),
});

export const authRoutes = [
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  welcomeRoute,
  verifyEmailRoute,
] as const;
