// What the viewer is held against, in the same browser and on the same file: the floor (R) and the plain way (P).

/** The worker of the yardstick page. `R` reads and counts lines; `P` also decodes and parses each line, and keeps nothing. */
function yardstickWorker() {
  /** Held from here while it is read: a stream that only a suspended function holds can be collected. */
  /** @type {unknown} */
  let held;
  /** @param {MessageEvent<{ file: Blob, parse: boolean }>} event */
  onmessage = async ({ data: { file, parse } }) => {
    const start = performance.now();
    const reader = (held = file.stream().getReader({ mode: "byob" }));
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let buffer = new ArrayBuffer(1 << 20);
    let carry = new Uint8Array(1 << 16);
    let length = 0;
    let lines = 0;
    /** @param {Uint8Array} bytes */
    const line = (bytes) => {
      lines += 1;
      if (parse && bytes.length > 0) JSON.parse(decoder.decode(bytes));
    };
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) break;
      buffer = value.buffer;
      let from = 0;
      for (let end = value.indexOf(10); end !== -1; end = value.indexOf(10, from)) {
        if (length > 0 && parse) {
          keep(value.subarray(from, end));
          line(carry.subarray(0, length));
        } else line(value.subarray(from, end));
        length = 0;
        from = end + 1;
      }
      if (parse) keep(value.subarray(from));
    }
    postMessage({ ms: performance.now() - start, lines, held: held !== undefined });

    /** @param {Uint8Array} rest */
    function keep(rest) {
      if (length + rest.length > carry.length) {
        const grown = new Uint8Array(Math.max(carry.length * 2, length + rest.length));
        grown.set(carry.subarray(0, length));
        carry = grown;
      }
      carry.set(rest, length);
      length += rest.length;
    }
  };
}

/** The yardstick page: choose a file, then call `measure(parse)` for its milliseconds. */
export const yardstickPage = `<!doctype html><title>yardsticks</title><input type="file"><script>
const source = ${JSON.stringify(`(${yardstickWorker.toString()})()`)};
globalThis.measure = (parse) => new Promise((resolve, reject) => {
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onmessage = ({ data }) => { worker.terminate(); resolve(data.ms); };
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage({ file: document.querySelector("input").files[0], parse });
});
</script>`;
