import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { conversationsQuery, threadQuery } from "@/features/messages/api/messages";
import { compact, text } from "@/lib/search";
import { requireUser } from "../guards";
import { rootRoute } from "./root";

const messagesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/messages",
  beforeLoad: requireUser,
  loader: ({ context }) => {
    context.queryClient.query(conversationsQuery).catch(() => {});
  },
  component: lazyRouteComponent(() => import("@/features/messages/components/MessagesPage"), "MessagesPage"),
});

const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/messages/support",
  validateSearch: (raw: Record<string, unknown>): { about?: string } =>
    compact({ about: text(raw, "about") }),
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import("@/features/messages/components/SupportPage"), "SupportPage"),
});

const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/messages/$id",
  beforeLoad: requireUser,
  loader: ({ context, params }) => {
    context.queryClient.query(conversationsQuery).catch(() => {});
    context.queryClient.query(threadQuery(params.id)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("../pages/ChosenConversationPage"), "ChosenConversationPage"),
});

export const messageRoutes = [messagesRoute, supportRoute, conversationRoute] as const;
