import { api, call } from "@/api/client";
import type { NewAddress } from "@/api/types";

export const changeAddress = (id: string, body: NewAddress) =>
  call(api.PUT("/users/addresses/{id}", { params: { path: { id } }, body }));

export const removeAddress = (id: string) =>
  call(api.DELETE("/users/addresses/{id}", { params: { path: { id } } }));
