package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Iterates over the instructions of a method in HotSpot's memory.
 *
 * <p>The interpreter replaces some instructions of the class file by its own
 * (src/hotspot/share/interpreter/bytecodes.hpp). Where it fuses a pair, the second one remains in
 * memory, so each instruction keeps its class file length. Pure.
 */
final class Bytecodes {
  static final int AASTORE = 83;
  static final int INVOKEVIRTUAL = 182;
  static final int INVOKEINTERFACE = 185;
  static final int CHECKCAST = 192;
  static final int INSTANCEOF = 193;

  /** HotSpot's own instruction for a call of a method that cannot be overridden. */
  static final int INVOKEVFINAL = 227;

  private static final int IINC = 132;
  private static final int TABLESWITCH = 170;
  private static final int LOOKUPSWITCH = 171;
  private static final int WIDE = 196;
  private static final int BREAKPOINT = 202;
  private static final int FIRST_OF_HOTSPOT = 203;
  private static final int LINEARSWITCH = 228;
  private static final int BINARYSWITCH = 229;
  private static final int LAST = 237;

  private static final int OTHERWISE = 0;
  private static final byte[] LENGTHS = lengths();

  private static final VarHandle SHORTS = view(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle NATIVE_SHORTS = view(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS = view(int[].class, ByteOrder.BIG_ENDIAN);

  private Bytecodes() {}

  /** Takes one instruction. */
  interface Visitor {
    /** Takes the complete instruction {@code opcode} at {@code bci}. */
    void visit(int bci, int opcode) throws BadMemoryException;
  }

  private static VarHandle view(Class<?> array, ByteOrder order) {
    return MethodHandles.byteArrayViewVarHandle(array, order);
  }

  /** Instruction lengths in bytes; 0 for variable lengths and undefined opcodes. */
  private static byte[] lengths() {
    byte[] lengths = new byte[256];
    Arrays.fill(lengths, 0, LAST + 1, (byte) 1);
    set(lengths, 2, 16, 18, 21, 22, 23, 24, 25, 54, 55, 56, 57, 58, 169, 188, 224, 225, 226);
    set(lengths, 2, 230, 237);
    set(lengths, 3, 17, 19, 20, IINC, 187, 189, CHECKCAST, INSTANCEOF, 198, 199);
    set(lengths, 3, INVOKEVFINAL, 231, 233, 234, 235);
    Arrays.fill(lengths, 153, 168 + 1, (byte) 3); // branches
    Arrays.fill(lengths, 178, 184 + 1, (byte) 3); // fields and calls
    Arrays.fill(lengths, FIRST_OF_HOTSPOT, 219 + 1, (byte) 3); // fields
    set(lengths, 4, 197);
    set(lengths, 5, INVOKEINTERFACE, 186, 200, 201);
    set(lengths, OTHERWISE, TABLESWITCH, LOOKUPSWITCH, WIDE, LINEARSWITCH, BINARYSWITCH);
    // A breakpoint hides the original instruction, which is stored elsewhere.
    set(lengths, OTHERWISE, BREAKPOINT);
    return lengths;
  }

  private static void set(byte[] lengths, int length, int... opcodes) {
    for (int opcode : opcodes) {
      lengths[opcode] = (byte) length;
    }
  }

  /** Visits each instruction; throws on an undefined one or a wrong end of the code. */
  static void each(byte[] code, Visitor visitor) throws BadMemoryException {
    int bci = 0;
    while (bci < code.length) {
      int opcode = code[bci] & 0xff;
      long length = length(code, bci, opcode);
      if (length <= 0 || length > code.length - bci) {
        throw new BadMemoryException("there is no bytecode " + opcode + " at " + bci);
      }
      visitor.visit(bci, opcode);
      bci += (int) length;
    }
  }

  /** The index of a constant, in the byte order of the class file. */
  static int operand(byte[] code, int bci) {
    return (short) SHORTS.get(code, bci + 1) & 0xffff;
  }

  /** HotSpot's own index in a call, in the byte order of the processor. */
  static int ownOperand(byte[] code, int bci) {
    return (short) NATIVE_SHORTS.get(code, bci + 1) & 0xffff;
  }

  private static long length(byte[] code, int bci, int opcode) {
    int fixed = LENGTHS[opcode];
    if (fixed != OTHERWISE) {
      return fixed;
    }
    return switch (opcode) {
      case WIDE -> bci + 1 < code.length && (code[bci + 1] & 0xff) == IINC ? 6 : 4;
      case TABLESWITCH -> tableSwitch(code, bci);
      case LOOKUPSWITCH, LINEARSWITCH, BINARYSWITCH -> lookupSwitch(code, bci);
      default -> 0;
    };
  }

  /** The next multiple of four: up to three bytes of padding. */
  private static int behindPadding(int bci) {
    return (bci + Integer.BYTES) & -Integer.BYTES;
  }

  private static long tableSwitch(byte[] code, int bci) {
    int at = behindPadding(bci);
    if (at + 3 * Integer.BYTES > code.length) {
      return 0;
    }
    long low = (int) INTS.get(code, at + Integer.BYTES);
    long high = (int) INTS.get(code, at + 2 * Integer.BYTES);
    return high < low ? 0 : at - bci + (3 + high - low + 1) * Integer.BYTES;
  }

  private static long lookupSwitch(byte[] code, int bci) {
    int at = behindPadding(bci);
    if (at + 2 * Integer.BYTES > code.length) {
      return 0;
    }
    long pairs = (int) INTS.get(code, at + Integer.BYTES);
    return pairs < 0 ? 0 : at - bci + (2 + 2 * pairs) * Integer.BYTES;
  }
}
