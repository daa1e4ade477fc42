// boardgame.io at its best: no undo, stale moves accepted, no credentials. With a folder its FlatFile, else in memory.
'use strict';
const { ActivePlayers } = require('boardgame.io/core');
const { FlatFile, Server } = require('boardgame.io/server');
const { setup, take } = require('./table.js');

const [port, folder] = process.argv.slice(2);
const game = {
  name: 'score',
  setup,
  disableUndo: true,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    win: {
      ignoreStaleStateID: true, client: false, noLimit: true,
      move: ({ G, playerID }, last) => take(G, Number(playerID), last),
    },
  },
};
const store = folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {};
Server({ games: [game], origins: ['http://127.0.0.1'], ...store }).run({ port: Number(port), host: '127.0.0.1' });
