// The keys of seats that this browser keeps for its games.

import { withStorage } from "./storage.js";

/** The keys of the seats that sit at this device, by seat. */
export function keptKeys(game) {
  return JSON.parse(withStorage(({ localStorage }) => localStorage.getItem(`oathbook seats of ${game}`)) ?? "{}");
}
