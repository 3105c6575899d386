import { render } from "preact";
render(<p>Täcknamn</p>, document.getElementById("page")!);
