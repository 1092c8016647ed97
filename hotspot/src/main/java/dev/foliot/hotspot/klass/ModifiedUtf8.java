package dev.foliot.hotspot.klass;

/**
 * The text of HotSpot's symbols: UTF-8 in which zero takes two bytes and what is beyond the basic
 * plane takes two times three (JVMS, section 4.4.7). What is malformed becomes U+FFFD.
 */
final class ModifiedUtf8 {
  private static final char REPLACEMENT = '\ufffd';

  private ModifiedUtf8() {}

  static String decode(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    int at = 0;
    while (at < bytes.length) {
      int first = bytes[at] & 0xff;
      if (first > 0 && first < 0x80) {
        text.append((char) first);
        at++;
      } else if ((first & 0xe0) == 0xc0 && continues(bytes, at + 1)) {
        text.append((char) (((first & 0x1f) << 6) | low(bytes, at + 1)));
        at += 2;
      } else if ((first & 0xf0) == 0xe0 && continues(bytes, at + 1) && continues(bytes, at + 2)) {
        text.append(
            (char) (((first & 0x0f) << 12) | (low(bytes, at + 1) << 6) | low(bytes, at + 2)));
        at += 3;
      } else {
        text.append(REPLACEMENT);
        at++;
      }
    }
    return text.toString();
  }

  private static boolean continues(byte[] bytes, int at) {
    return at < bytes.length && (bytes[at] & 0xc0) == 0x80;
  }

  private static int low(byte[] bytes, int at) {
    return bytes[at] & 0x3f;
  }
}
