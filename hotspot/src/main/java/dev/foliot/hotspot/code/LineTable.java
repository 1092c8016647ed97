package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Unsigned5;

/**
 * The packed table of a method's lines: a byte for five bits of bytecodes and three of lines, or an
 * escape and two packed numbers, until a zero (CompressedLineNumberReadStream in
 * src/hotspot/share/oops/method.cpp).
 */
final class LineTable {
  private static final int ESCAPE = 0xff;
  private static final int LINE_BITS = 3;
  private static final int LINE_MASK = (1 << LINE_BITS) - 1;

  private LineTable() {}

  /** The line of a bytecode, or -1 when the table does not tell. */
  static int line(byte[] table, int bci, Unsigned5.Format format) {
    Unsigned5 packed = new Unsigned5(table, 0, format);
    int wanted = Math.max(bci, 0);
    int best = -1;
    int bestBci = 0;
    int atBci = 0;
    int atLine = 0;
    try {
      for (int next = packed.nextByte(); next != 0; next = packed.nextByte()) {
        if (next == ESCAPE) {
          atBci += packed.nextSigned();
          atLine += packed.nextSigned();
        } else {
          atBci += next >> LINE_BITS;
          atLine += next & LINE_MASK;
        }
        if (atBci == wanted) {
          return atLine;
        }
        if (atBci >= bestBci && atBci < wanted) {
          bestBci = atBci;
          best = atLine;
        }
      }
    } catch (BadMemoryException e) {
      return -1;
    }
    return best;
  }
}
