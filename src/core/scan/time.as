/** Times as Pi writes them. */

/** The number that two digits stand for, or a large one. */
function two(at: usize): i32 {
  const tens = <i32>load<u8>(at) - 0x30;
  const ones = <i32>load<u8>(at, 1) - 0x30;
  return <u32>tens > 9 || <u32>ones > 9 ? 1000 : tens * 10 + ones;
}

function daysIn(month: i32, year: i32): i32 {
  if (month == 2) return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** Days from 1970-01-01 to a date of the Gregorian calendar. */
function days(year: i32, month: i32, day: i32): i32 {
  // Years that begin in March: the leap day is their last.
  const march = month > 2 ? year : year - 1;
  const era = march >= 0 ? march / 400 : -1;
  const ofEra = march - era * 400;
  const ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468;
}

/** ms since the epoch of the 24 bytes `2026-01-31T09:30:00.000Z`; NaN for any other form. */
export function isoTime(at: usize): f64 {
  const marks =
    load<u8>(at, 4) == 0x2d &&
    load<u8>(at, 7) == 0x2d &&
    load<u8>(at, 10) == 0x54 &&
    load<u8>(at, 13) == 0x3a &&
    load<u8>(at, 16) == 0x3a &&
    load<u8>(at, 19) == 0x2e &&
    load<u8>(at, 23) == 0x5a;
  const century = two(at);
  const ofCentury = two(at + 2);
  const month = two(at + 5);
  const day = two(at + 8);
  const hour = two(at + 11);
  const minute = two(at + 14);
  const second = two(at + 17);
  const hundreds = two(at + 20);
  const last = <i32>load<u8>(at, 22) - 0x30;
  if (!marks || century > 99 || ofCentury > 99 || hundreds > 99 || <u32>last > 9) return NaN;
  const year = century * 100 + ofCentury;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(month, year)) return NaN;
  if (hour > 23 || minute > 59 || second > 59) return NaN;
  const seconds = <f64>days(year, month, day) * 86400 + <f64>(hour * 3600 + minute * 60 + second);
  return seconds * 1000 + <f64>(hundreds * 10 + last);
}
