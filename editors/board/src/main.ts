// The page's beginning.

import "@lichess-org/chessground/assets/chessground.base.css";
import "@lichess-org/chessground/assets/chessground.cburnett.css";
import "../styles/theme.css";
import "../styles/board.css";
import "../styles/game.css";
import "../styles/training.css";
import "../styles/curve.css";
import "../styles/tree.css";
import "../styles/engine.css";
import "../styles/page.css";
import { App } from "./app";
import { findHost } from "./hosts";
import { Port } from "./port";

const page = document.querySelector<HTMLElement>("#board-app");
if (page !== null) {
  const { kind, carrier } = findHost();
  const app = new App(page, new Port(carrier), kind);
  if (location.hash === "#guess") {
    app.train();
  }
}
