// A player for Reihum's bot protocol (docs/bot-protocol.md): the highest number that fits, one card a turn.
// reihum arena "cmd:node docs/examples/programs/highest.js" sensible
"use strict";

const number = (move) => Number((move.match(/\d+$/) || [0])[0]);

function choose(moves) {
  if (moves.includes("end")) return "end";
  return moves.reduce((best, move) => (number(move) > number(best) ? move : best));
}

const answers = {
  reihum: () => "bot Highest",
  game: () => "ready",
  see: () => null, // a player that remembers things would keep these
  choose: ({ moves }) => `move ${choose(moves)}`,
  call: () => "quiet",
  end: () => null,
  quit: () => process.exit(0),
};

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [word] = line.split(" ", 1);
    const content = line.slice(word.length + 1);
    const answer = (answers[word] || (() => null))(content && JSON.parse(content));
    if (answer !== null) process.stdout.write(`${answer}\n`);
  });
