// A score sheet on boardgame.io, for bench.versus: `node boardgame.js [FOLDER] PORT`; with a folder it keeps its matches
// there, otherwise in memory. At its fastest: no undo, no credentials, and any phone may move at any time.
const { FlatFile, Server } = require('boardgame.io/server');
const { ActivePlayers } = require('boardgame.io/core');

const NAMES = ['Ann', 'Bob', 'Cal', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Joe'];
const KEPT = 20; // lines of the log, so that what a move sends is about as large as the companion's table

const sheet = {
  name: 'sheet',
  disableUndo: true,
  setup: ({ ctx }) => ({
    last: 0,
    players: NAMES.slice(0, ctx.numPlayers).map((name) => ({ name, tricks: 0, owes: 0, drank: 0, reason: '' })),
    log: Array.from({ length: KEPT }, (_, number) => ({ number, kind: 'trick', taker: 'Ann', text: 'Ann took a trick: drinks 1' })),
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    take: {
      client: false,
      noLimit: true,
      ignoreStaleStateID: true,
      move: ({ G }, number, taker) => {
        const player = G.players[taker];
        player.tricks += 1;
        player.owes += 1;
        player.reason = `trick ${number}`;
        G.log.push({ number, kind: 'trick', taker: player.name, text: `${player.name} took trick ${number}: drinks 1` });
        G.log.shift();
        G.last = number;
      },
    },
  },
};

const [port, folder] = process.argv.slice(2).reverse();
const db = folder && new FlatFile({ dir: folder, logging: false });
Server({ games: [sheet], origins: [/127\.0\.0\.1/], ...(db && { db }) }).run({ port: Number(port), host: '127.0.0.1' });
