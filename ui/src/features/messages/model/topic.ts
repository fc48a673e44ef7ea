// The topic of a message to a seller.
import { merchantName } from "@/api/products";
import type { Order, Product } from "@/api/types";
import { texts } from "../texts";

const words = texts.contact;

export interface Topic {
  merchantId: string;
  seller: string;
  /** The conversation is about the first of these products that the shop still shows. */
  productIds: string[];
  subject: string;
  message: string;
  /** The path to which the log-in returns a visitor. */
  path: string;
}

export const aboutProduct = (product: Product): Topic => ({
  merchantId: product.merchant._id,
  seller: merchantName(product) ?? product.merchant.name,
  productIds: [product._id],
  subject: words.defaultSubject(product.name),
  message: words.defaultMessage(product.name),
  path: `/products/${product._id}`,
});

export const aboutOrder = (order: Order): Topic => ({
  merchantId: order.merchant._id,
  seller: order.merchant.businessInfo?.businessName ?? order.merchant.name,
  productIds: order.items.map(({ product }) => product._id),
  subject: words.orderSubject(order.orderNumber),
  message: words.orderMessage(order.orderNumber),
  path: `/orders/${order._id}`,
});
