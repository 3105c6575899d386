// The review page of Täcknamn. It talks to the service that sent it, and keeps nothing after it is closed.

import { render } from "preact";

import { App } from "./views/App";

render(<App />, document.getElementById("page")!);
