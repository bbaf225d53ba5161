import common from "./common.json";
import board from "./board.json";
import rondel from "./rondel.json";
import panels from "./panels.json";
import market from "./market.json";
import decisions from "./decisions.json";
import orders from "./orders.json";
import connection from "./connection.json";
import history from "./history.json";
import talk from "./talk.json";
import start from "./start.json";
import settings from "./settings.json";

export default {
  ...common,
  ...board,
  ...rondel,
  ...panels,
  ...market,
  ...decisions,
  ...orders,
  ...connection,
  ...history,
  ...talk,
  ...start,
  ...settings,
};

/** What few people read, by file: those files that are not named above. */
export const parts = import.meta.glob<{ default: Record<string, string> }>([
  "./*.json",
  "!./{board,common,connection,decisions,history,market,orders,panels,rondel,settings,start,talk}.json",
]);
