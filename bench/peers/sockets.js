// socket.io with better-sqlite3: each action is committed (WAL, FULL), then the whole state goes to the table's room.
'use strict';
const http = require('http');
const Database = require('better-sqlite3');
const { Server } = require('socket.io');
const { setup, take } = require('./table.js');

const [port, file] = process.argv.slice(2);
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`CREATE TABLE event (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, seq INTEGER NOT NULL,
  actor INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, at REAL NOT NULL, UNIQUE (table_id, seq))`);
const insert = database.prepare('INSERT INTO event (table_id, seq, actor, kind, payload, at) VALUES (?, ?, ?, ?, ?, ?)');
const PAYLOAD = `{"trick": 3, "winner": "Ann", "points": 10, "note": "${'x'.repeat(80)}"}`;

const tables = new Map();
function tableOf(number) {
  if (!tables.has(number)) tables.set(number, { seq: 0, state: setup() });
  return tables.get(number);
}

const server = http.createServer();
const rooms = new Server(server, { perMessageDeflate: false });
rooms.on('connection', (socket) => {
  socket.on('join', (number, player) => {
    Object.assign(socket.data, { number, player });
    socket.join(`table ${number}`);
    const { state } = tableOf(number);
    socket.emit('state', { last: state.last, G: state });
  });
  socket.on('act', (last) => {
    const { number, player } = socket.data;
    const table = tableOf(number);
    table.seq += 1;
    insert.run(number, table.seq, player, 'trick', PAYLOAD, Date.now() / 1000);
    take(table.state, player, last);
    rooms.to(`table ${number}`).emit('state', { last: table.state.last, G: table.state });
  });
});
server.listen(Number(port), '127.0.0.1', 4096);
