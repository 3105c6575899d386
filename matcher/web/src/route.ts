// What the page shows, as the fragment of its address. No text is in it.

export type View = "list" | "both" | "links" | "new" | "figures" | "settings";

export interface Route {
  readonly token: string;
  readonly view: View;
  readonly doc: string;
  /** Start and end of the selected piece: 10-14. */
  readonly piece: string;
}

const VIEWS: readonly View[] = ["list", "both", "links", "new", "figures", "settings"];

export function readRoute(fragment: string): Route {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const doc = values.get("d") ?? "";
  const view = VIEWS.find((each) => each === values.get("v")) ?? (doc ? "both" : "list");
  return { token: values.get("t") ?? "", view, doc, piece: values.get("s") ?? "" };
}

export function writeRoute(route: Route): string {
  const values = new URLSearchParams();
  if (route.token) values.set("t", route.token);
  if (route.doc) values.set("d", route.doc);
  values.set("v", route.view);
  if (route.piece) values.set("s", route.piece);
  return `#${values.toString()}`;
}
