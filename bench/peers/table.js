// The state that both peers keep and push: about 3.8 KB as JSON, as much as the fragment of the bare server.
'use strict';
const NAMES = ['Ann', 'Bob & Co', 'Chloé', 'Dmitri', 'Eve'];
const MOST = 10; // rounds of a game, tricks of a round

const pastRound = (_, index) => ({ round: index + 1, bid: 2, won: 0, delta: 0, total: 0 });
const player = (name, id) => ({
  id, name, hue: id * 70, rank: id + 1, bid: 2, won: 0, delta: 0, score: 0, color: `hsl(${id * 70} 60% 50%)`,
  history: Array.from({ length: MOST }, pastRound),
});
const line = (who, at, trick) => ({ kind: 'trick', at, who, text: `won the trick ${trick}`, points: 10 });

exports.setup = () => ({
  last: 0, name: 'Table', round: 1, rounds: MOST, dealer: 0, trick: 1,
  players: NAMES.map(player),
  log: Array.from({ length: 8 }, (_, index) => line('Ann', '21:04', `number ${index}`)),
});

/** A player takes a trick; `last` is the number of the action, by which phones know what they have. */
exports.take = (state, id, last) => {
  const taker = state.players[id];
  taker.won += 1;
  taker.score += 10;
  taker.delta = 10;
  [...state.players].sort((one, other) => other.score - one.score).forEach((each, place) => { each.rank = place + 1; });
  state.log.unshift(line(taker.name, '21:05', state.trick));
  state.log.pop();
  state.trick = (state.trick % MOST) + 1;
  state.last = Math.max(state.last, last);
};
