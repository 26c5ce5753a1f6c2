/** Sends the example e-mails to MailDev by SMTP: `node seed.mjs <port>`. MailDev lists the last one first. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const MAILS = [
  [
    'Jonas Frei <jonas@frei.example>',
    'office@harbour.example',
    'Mooring fee for May',
    'The fee for berth B-7 is 84 euros. Please pay by 12 May.',
  ],
  [
    'Nordlys AS <billing@nordlys.example>',
    'office@harbour.example',
    'Invoice 2208',
    'Invoice 2208 for rope and fenders: 319.50 euros, due on 30 May.',
  ],
  [
    'Ida Holm <ida@holm.example>',
    'maria@harbour.example',
    'Summer party',
    'The summer party starts at 6 pm on 21 June in the boat house. Bring a salad.',
  ],
  [
    'Nordlys AS <billing@nordlys.example>',
    'office@harbour.example',
    'Invoice 2231',
    'Invoice 2231 for two lanterns: 148.00 euros, due on 6 June.',
  ],
  [
    'Claire Petit <claire@petit.example>',
    'office@harbour.example',
    'Berth for a catamaran',
    'Do you have a berth for a catamaran of 11 metres from 3 to 9 July?',
  ],
  [
    'Weather desk <desk@weather.example>',
    'crew@harbour.example',
    'Gale warning',
    'Gale force 8 from the north-west is expected on Tuesday night. Double your lines.',
  ],
  [
    'Ida Holm <ida@holm.example>',
    'office@harbour.example',
    'Lost jacket',
    'I lost a red jacket near the slipway on Sunday. Has anybody found it?',
  ],
  [
    'Tom Reuter <tom@reuter.example>',
    'maria@harbour.example',
    'Crane appointment',
    'The crane is booked for Thursday at 9:30. The boat is called Gannet.',
  ],
  [
    'Feinwerk GmbH <info@feinwerk.example>',
    'office@harbour.example',
    'Your order FW-771',
    'Your order FW-771 of three padlocks has been shipped. Parcel 0045-9912.',
  ],
  [
    'Tom Reuter <tom@reuter.example>',
    'maria@harbour.example',
    'Re: Crane appointment',
    'Friday at 14:00 suits me better. Can we change it?',
  ],
  [
    'Library <hello@library.example>',
    'crew@harbour.example',
    'Reading on the pier',
    'Mara Quell reads from her new book on 2 June. Entry is free.',
  ],
  [
    'Jonas Frei <jonas@frei.example>',
    'office@harbour.example',
    'Broken lamp at pier 4',
    'The lamp at pier 4 is broken again. Password of the lamp box: heron-22.',
  ],
];

const socket = connect(Number(process.argv[2]), '127.0.0.1');
const responses = createInterface({ input: socket })[Symbol.asyncIterator]();
async function sendCommand(command) {
  if (command !== null) socket.write(`${command}\r\n`);
  for (;;) {
    const { value } = await responses.next();
    if (!/^\d{3}[ ]/.test(value)) continue;
    if (Number(value.slice(0, 3)) >= 400) throw new Error(`${command}: ${value}`);
    return;
  }
}
await sendCommand(null);
await sendCommand('EHLO harbour.example');
for (const [index, [from, to, subject, text]] of MAILS.entries()) {
  const date = new Date(Date.UTC(2026, 4, 4 + index, 8, 15)).toUTCString();
  await sendCommand(`MAIL FROM:${/<.*>/.exec(from)[0]}`);
  await sendCommand(`RCPT TO:<${to}>`);
  await sendCommand('DATA');
  await sendCommand(
    `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: ${date}\r\nMessage-ID: <mail-${index}@harbour.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n.`,
  );
}
socket.end('QUIT\r\n');
