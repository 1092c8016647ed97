package dev.foliot.hotspot.code;

import dev.foliot.hotspot.code.Instruction.Address;
import dev.foliot.hotspot.code.Instruction.Kind;
import java.util.Optional;

/**
 * Decodes instructions of x86-64: their length, and which word they write. For one instruction of
 * one thread.
 *
 * <p>It knows the instructions of user mode without the newest extensions, and refuses all others:
 * a wrong length would make all that follows wrong. Writes of whole vectors are not of interest.
 *
 * <p>Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, appendix A.
 */
final class InstructionDecoder {
  /** No instruction is longer. */
  static final int MOST_BYTES = 15;

  private static final int REX = 0x40;
  private static final int WIDE = 8;
  private static final int HIGH_REGISTER = 4;
  private static final int HIGH_INDEX = 2;
  private static final int HIGH_BASE = 1;
  private static final int REGISTER_ONLY = 3;
  private static final int SCALED = 4;
  private static final int NO_BASE = 5;
  private static final int LAST_OPERATION = 7;
  private static final int HIGH_NUMBERS = 8;

  private final byte[] code;
  private final int start;
  private int at;
  private boolean isLocked;
  private boolean isNarrow;
  private boolean isOdd;
  private int repeat;
  private int rex;
  private int mode = REGISTER_ONLY;
  private int extension;
  private Optional<Address> address = Optional.empty();

  private InstructionDecoder(byte[] code, int start) {
    this.code = code;
    this.start = start;
    this.at = start;
  }

  /** An instruction that is unknown, or not complete. */
  private static final class UnknownException extends Exception {
    private static final long serialVersionUID = 1;

    UnknownException() {
      super("unknown instruction", null, false, false);
    }
  }

  /** The instruction at an index; empty if it is unknown or incomplete. */
  static Optional<Instruction> at(byte[] code, int start) {
    try {
      return Optional.of(new InstructionDecoder(code, start).decode());
    } catch (UnknownException e) {
      return Optional.empty();
    }
  }

  private int next() throws UnknownException {
    if (at >= code.length || at - start >= MOST_BYTES) {
      throw new UnknownException();
    }
    return code[at++] & 0xff;
  }

  private int number(int bytes) throws UnknownException {
    int value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= next() << (Byte.SIZE * i);
    }
    return bytes == 1 ? (byte) value : value;
  }

  private void skip(int bytes) throws UnknownException {
    for (int i = 0; i < bytes; i++) {
      next();
    }
  }

  private Instruction decode() throws UnknownException {
    int opcode = prefixes();
    int written =
        switch (opcode) {
          case 0x0f -> twoBytes(next());
          case 0xc4, 0xc5, 0x62 -> vector(opcode);
          default -> oneByte(opcode);
        };
    boolean isWrite = written > 0 && mode != REGISTER_ONLY && !isOdd;
    boolean isExchange = opcode == 0x86 || opcode == 0x87;
    Kind kind = !isWrite ? Kind.OTHER : isLocked || isExchange ? Kind.ATOMIC : Kind.WRITE;
    return new Instruction(
        at - start, kind, isWrite ? written : 0, isOdd ? Optional.empty() : address);
  }

  private int prefixes() throws UnknownException {
    int one = next();
    for (; ; one = next()) {
      switch (one) {
        case 0xf0 -> isLocked = true;
        case 0xf2, 0xf3 -> repeat = one;
        case 0x66 -> isNarrow = true;
        // an address of half the bits, or relative to a segment
        case 0x67, 0x64, 0x65 -> isOdd = true;
        case 0x26, 0x2e, 0x36, 0x3e -> {}
        default -> {
          if ((one & 0xf0) == REX) {
            rex = one;
            one = next();
          }
          return one;
        }
      }
    }
  }

  private int words() {
    return (rex & WIDE) != 0 ? Long.BYTES : isNarrow ? Short.BYTES : Integer.BYTES;
  }

  /** The size of a whole immediate; only moves have one of eight bytes. */
  private int immediate() {
    return isNarrow && (rex & WIDE) == 0 ? Short.BYTES : Integer.BYTES;
  }

  /** The size of the operand of an opcode that exists for bytes and for words. */
  private int size(int opcode) {
    return (opcode & 1) == 0 ? 1 : words();
  }

  /** Returns how many bytes are written, if the operand is in memory. */
  private int oneByte(int opcode) throws UnknownException {
    if (opcode < REX) {
      return arithmetic(opcode);
    }
    int group = opcode & 0xf0;
    switch (group) {
      case 0x50, 0x90 -> {
        if (opcode == 0x9a) {
          throw new UnknownException();
        }
      }
      case 0x70 -> skip(1);
      case 0x60 -> pushes(opcode);
      case 0x80 -> {
        return moves(opcode);
      }
      case 0xa0 -> skip(accumulator(opcode));
      case 0xb0 -> skip(loaded(opcode));
      case 0xc0 -> {
        return shifts(opcode);
      }
      case 0xd0 -> {
        return repeatedShifts(opcode);
      }
      case 0xe0 -> skip(jump(opcode));
      default -> {
        return unary(opcode);
      }
    }
    return 0;
  }

  /** The eight operations with two operands, in five forms each. */
  private int arithmetic(int opcode) throws UnknownException {
    switch (opcode & 7) {
      case 0, 1 -> {
        operand();
        // the last one compares
        return opcode >= 0x38 ? 0 : size(opcode);
      }
      case 2, 3 -> operand();
      case 4 -> skip(1);
      case 5 -> skip(immediate());
      default -> throw new UnknownException();
    }
    return 0;
  }

  private void pushes(int opcode) throws UnknownException {
    switch (opcode) {
      case 0x63 -> operand();
      case 0x68 -> skip(immediate());
      case 0x69 -> {
        operand();
        skip(immediate());
      }
      case 0x6a -> skip(1);
      case 0x6b -> {
        operand();
        skip(1);
      }
      default -> throw new UnknownException();
    }
  }

  private int moves(int opcode) throws UnknownException {
    if (opcode == 0x82) {
      throw new UnknownException();
    }
    operand();
    if (opcode <= 0x83) {
      skip(opcode == 0x81 ? immediate() : 1);
      // the last one compares
      return extension == LAST_OPERATION ? 0 : size(opcode);
    }
    return opcode >= 0x86 && opcode <= 0x89 ? size(opcode) : 0;
  }

  private int accumulator(int opcode) {
    if (opcode <= 0xa3) {
      return Long.BYTES;
    }
    return opcode == 0xa8 ? 1 : opcode == 0xa9 ? immediate() : 0;
  }

  private int loaded(int opcode) {
    if (opcode < 0xb8) {
      return 1;
    }
    return (rex & WIDE) != 0 ? Long.BYTES : immediate();
  }

  private int shifts(int opcode) throws UnknownException {
    switch (opcode) {
      case 0xc0, 0xc1, 0xc6 -> {
        operand();
        skip(1);
        return size(opcode);
      }
      case 0xc7 -> {
        operand();
        skip(immediate());
        return words();
      }
      case 0xc2, 0xca -> skip(Short.BYTES);
      case 0xc8 -> skip(Short.BYTES + 1);
      case 0xcd -> skip(1);
      case 0xc3, 0xc9, 0xcb, 0xcc, 0xcf -> {}
      default -> throw new UnknownException();
    }
    return 0;
  }

  private int repeatedShifts(int opcode) throws UnknownException {
    if (opcode >= 0xd4 && opcode <= 0xd6) {
      throw new UnknownException();
    }
    if (opcode != 0xd7) {
      operand();
    }
    return opcode <= 0xd3 ? size(opcode) : 0;
  }

  private int jump(int opcode) throws UnknownException {
    return switch (opcode) {
      case 0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xeb -> 1;
      case 0xe8, 0xe9 -> Integer.BYTES;
      case 0xec, 0xed, 0xee, 0xef -> 0;
      default -> throw new UnknownException();
    };
  }

  private int unary(int opcode) throws UnknownException {
    if (opcode == 0xf6 || opcode == 0xf7) {
      operand();
      if (extension <= 1) {
        skip(opcode == 0xf6 ? 1 : immediate());
      }
      return extension == 2 || extension == 3 ? size(opcode) : 0;
    }
    if (opcode >= 0xfe) {
      operand();
      return extension <= 1 ? size(opcode) : 0;
    }
    return 0;
  }

  private int twoBytes(int opcode) throws UnknownException {
    if (opcode == 0x38 || opcode == 0x3a) {
      next();
      operand();
      skip(opcode == 0x3a ? 1 : 0);
      return 0;
    }
    if (opcode == 0x0f || opcode == 0x04 || opcode == 0x0a || opcode == 0x0c) {
      throw new UnknownException();
    }
    if ((opcode & 0xf0) == 0x80) {
      skip(Integer.BYTES);
      return 0;
    }
    if (hasNoOperand(opcode)) {
      return 0;
    }
    operand();
    skip(hasByte(opcode) ? 1 : 0);
    return switch (opcode) {
      case 0x11 -> repeat == 0xf3 ? Integer.BYTES : repeat == 0xf2 ? Long.BYTES : 0;
      case 0x7e -> repeat == 0xf3 ? 0 : (rex & WIDE) != 0 ? Long.BYTES : Integer.BYTES;
      case 0xd6 -> Long.BYTES;
      case 0xab, 0xb3, 0xbb, 0xc3 -> words();
      case 0xba -> extension > SCALED ? words() : 0;
      case 0xb0, 0xb1, 0xc0, 0xc1 -> size(opcode);
      // cmpxchg8b and cmpxchg16b
      case 0xc7 -> extension == 1 ? 2 * words() : 0;
      default -> (opcode & 0xf0) == 0x90 ? 1 : 0;
    };
  }

  private static boolean hasNoOperand(int opcode) {
    return (opcode >= 0x05 && opcode <= 0x0b && opcode != 0x0a)
        || (opcode & 0xf8) == 0x30
        || opcode == 0x77
        || (opcode >= 0xa0 && opcode <= 0xa2)
        || (opcode >= 0xa8 && opcode <= 0xaa)
        || (opcode >= 0xc8 && opcode <= 0xcf);
  }

  private static boolean hasByte(int opcode) {
    return (opcode >= 0x70 && opcode <= 0x73)
        || opcode == 0xa4
        || opcode == 0xac
        || opcode == 0xba
        || opcode == 0xc2
        || (opcode >= 0xc4 && opcode <= 0xc6);
  }

  /** Instructions with a prefix of two, three or four bytes for vectors. */
  private int vector(int opcode) throws UnknownException {
    int first = next();
    int map = 1;
    int prefix = first & 3;
    rex = (first & 0x80) == 0 ? REX | HIGH_REGISTER : REX;
    if (opcode != 0xc5) {
      map = first & (opcode == 0x62 ? 7 : 0x1f);
      rex |= (first & 0x40) == 0 ? HIGH_INDEX : 0;
      rex |= (first & 0x20) == 0 ? HIGH_BASE : 0;
      int second = next();
      prefix = second & 3;
      rex |= (second & 0x80) != 0 ? WIDE : 0;
      skip(opcode == 0x62 ? 1 : 0);
    }
    int operation = next();
    if (map < 1 || map > 3) {
      throw new UnknownException();
    }
    if (map == 1 && operation == 0x77) {
      return 0;
    }
    operand();
    skip(map == 3 || (map == 1 && hasByte(operation) && operation != 0xba) ? 1 : 0);
    if (opcode == 0x62 || map != 1) {
      // a short displacement of this form counts in vectors
      return 0;
    }
    return switch (operation) {
      case 0x11 -> prefix == 2 ? Integer.BYTES : prefix == 3 ? Long.BYTES : 0;
      case 0xd6 -> prefix == 1 ? Long.BYTES : 0;
      case 0x7e -> prefix == 1 ? ((rex & WIDE) != 0 ? Long.BYTES : Integer.BYTES) : 0;
      default -> 0;
    };
  }

  /** Reads the bytes that say which register or which memory. */
  private void operand() throws UnknownException {
    int modes = next();
    mode = modes >> 6;
    extension = modes >> 3 & 7;
    int low = modes & 7;
    if (mode == REGISTER_ONLY) {
      return;
    }
    int highBase = (rex & HIGH_BASE) == 0 ? 0 : HIGH_NUMBERS;
    int base = low + highBase;
    int index = -1;
    int scale = 1;
    boolean isRelative = mode == 0 && low == NO_BASE;
    if (low == SCALED) {
      int scaled = next();
      int number = (scaled >> 3 & 7) + ((rex & HIGH_INDEX) == 0 ? 0 : HIGH_NUMBERS);
      index = number == SCALED ? -1 : number;
      scale = 1 << (scaled >> 6);
      low = scaled & 7;
      base = low + highBase;
    }
    boolean isAlone = mode == 0 && low == NO_BASE;
    int displacement = number(mode == 1 ? 1 : mode == 2 || isAlone ? Integer.BYTES : 0);
    address = Optional.of(new Address(isAlone ? -1 : base, index, scale, displacement, isRelative));
  }
}
