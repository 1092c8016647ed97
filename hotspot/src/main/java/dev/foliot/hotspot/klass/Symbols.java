package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/**
 * HotSpot's symbols, which hold names. Immutable; safe for any thread.
 *
 * @param length the offset of a symbol's length
 * @param body the offset of its first byte
 */
public record Symbols(VmTables.Place length, VmTables.Place body) {
  static final int LONGEST = 32_000;

  private static final String HIDDEN = "+0x";
  private static final int MOST_DIGITS = 16;
  private static final char REPLACEMENT = '\ufffd';

  /** Reads the places of a symbol's fields; those that the tables lack are missing. */
  public static Symbols of(VmTables tables) {
    return new Symbols(
        VmTables.Place.of(tables, "Symbol::_length"),
        VmTables.Place.of(tables, "Symbol::_body", "Symbol::_body[0]"));
  }

  /** Throws with the missing field if names are unreadable. */
  public void check() throws BadMemoryException {
    length.at();
    body.at();
  }

  /** The symbol at an address, shortened if very long. */
  public String read(Pages pages, long symbol) throws BadMemoryException {
    int bytes = bytes(pages, symbol);
    String text = decode(pages.bytes(symbol + body.at(), Math.min(bytes, LONGEST)));
    return bytes > LONGEST ? text + "…" : text;
  }

  /** The first byte of the symbol at an address. */
  int first(Pages pages, long symbol) throws BadMemoryException {
    bytes(pages, symbol);
    return pages.u1(symbol + body.at());
  }

  private int bytes(Pages pages, long symbol) throws BadMemoryException {
    int bytes = pages.u2(symbol + length.at());
    if (bytes == 0) {
      throw new BadMemoryException("the name at " + BadMemoryException.hex(symbol) + " is empty");
    }
    return bytes;
  }

  /** A class name in the form of {@link Class#getName()}. */
  public static String className(String symbol) {
    String name = symbol.replace('/', '.');
    int suffix = hiddenSuffix(symbol);
    return suffix < 0 ? name : name.substring(0, suffix) + '/' + name.substring(suffix + 1);
  }

  /** Whether a symbol names a hidden class; its arrays do not count. */
  static boolean isHidden(String symbol) {
    return hiddenSuffix(symbol) >= 0 && !symbol.startsWith("[");
  }

  /** The index of the plus sign in the name of a hidden class, or -1. */
  private static int hiddenSuffix(String symbol) {
    int plus = symbol.lastIndexOf(HIDDEN);
    int first = plus + HIDDEN.length();
    int end = symbol.endsWith(";") ? symbol.length() - 1 : symbol.length();
    if (plus < 0 || first == end || end - first > MOST_DIGITS) {
      return -1;
    }
    for (int i = first; i < end; i++) {
      if (Character.digit(symbol.charAt(i), MOST_DIGITS) < 0) {
        return -1;
      }
    }
    return plus;
  }

  /**
   * Decodes a symbol's modified UTF-8 (JVMS, section 4.4.7). Malformed bytes become U+FFFD.
   *
   * <p>Zero takes two bytes; characters beyond the basic plane take two times three.
   */
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
