// Pictures of noise, which no format makes smaller: real ones, so that whoever decodes them has work to do.
import { crc32, deflateSync } from "node:zlib";

/**
 * A square PNG in base64.
 * @param {number} side
 * @param {() => number} random numbers in [0, 1)
 */
export function noiseImage(side, random) {
  const row = 1 + side * 3;
  const pixels = Buffer.alloc(row * side);
  // The first byte of a row names its filter: none.
  for (let i = 0; i < pixels.length; i++) pixels[i] = i % row === 0 ? 0 : random() * 256;
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set([8, 2], 8); // 8 bits of red, green and blue
  const parts = [chunk("IHDR", size), chunk("IDAT", deflateSync(pixels, { level: 0 })), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]).toString("base64");
}

/**
 * @param {string} name
 * @param {Buffer} data
 */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
