package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmPlace;
import dev.foliot.hotspot.image.VmTables;

/**
 * HotSpot's names, as far as the JVM tells where they are. Immutable; safe for any thread.
 *
 * @param length the offset of a symbol's length
 * @param body the offset of its first byte
 */
public record Symbols(VmPlace length, VmPlace body) {
  static final int LONGEST = 32_000;

  private static final String HIDDEN = "+0x";
  private static final int MOST_DIGITS = 16;

  public static Symbols of(VmTables tables) {
    return new Symbols(
        VmPlace.of(tables, "Symbol::_length"),
        VmPlace.of(tables, "Symbol::_body", "Symbol::_body[0]"));
  }

  /** Says what is missing to read a name. */
  public void check() throws BadMemoryException {
    length.at();
    body.at();
  }

  /** The symbol at an address, shortened when it is very long. */
  public String read(Pages pages, long symbol) throws BadMemoryException {
    int bytes = bytes(pages, symbol);
    String text = ModifiedUtf8.decode(pages.bytes(symbol + body.at(), Math.min(bytes, LONGEST)));
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

  /** A class's name as {@link Class#getName()} gives it. */
  public static String className(String symbol) {
    String name = symbol.replace('/', '.');
    int suffix = hiddenSuffix(symbol);
    return suffix < 0 ? name : name.substring(0, suffix) + '/' + name.substring(suffix + 1);
  }

  /** Whether a symbol names a hidden class; an array of them is not one. */
  static boolean isHidden(String symbol) {
    return hiddenSuffix(symbol) >= 0 && !symbol.startsWith("[");
  }

  /** Where the plus is that HotSpot put into the name of a hidden class, or -1. */
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
}
