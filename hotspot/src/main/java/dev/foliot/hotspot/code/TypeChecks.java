package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.ConstantPool;
import dev.foliot.hotspot.klass.Symbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads from the bytecodes of a method which of them may ask an object for a type. A cast for a
 * type that was never looked up was never made, and is left out. Immutable; safe for any thread.
 */
final class TypeChecks {
  private static final int MOST_CODE_BYTES = 0xffff;
  private static final int MOST_CHECKS = 4_000;
  private static final Set<String> OF_CLASS = Set.of("isInstance", "cast", "isAssignableFrom");

  private final References references;
  private final int constMethod;
  private final int constants;
  private final VmTables.Field codeBytes;
  private final int constMethodBytes;

  TypeChecks(VmTables tables, Symbols symbols) throws BadMemoryException {
    references = new References(tables, new ConstantPool(tables, symbols));
    constMethod = tables.offset("Method::_constMethod");
    constants = tables.offset("ConstMethod::_constants");
    codeBytes = tables.required("ConstMethod::_code_size");
    constMethodBytes = tables.requiredBytes("ConstMethod");
  }

  /**
   * Those of the Method at an address, in the order of their bytecodes. Throws where not all of it
   * can be understood, since one that is overlooked would make another look like the only one.
   */
  List<Check> of(Pages pages, long method) throws BadMemoryException {
    long fixed = pages.target(method + constMethod);
    long pool = pages.target(fixed + constants);
    long bytes = codeBytes.read(pages, fixed);
    if (bytes < 0 || bytes > MOST_CODE_BYTES) {
      throw new BadMemoryException("a method has " + bytes + " bytes of code");
    }
    byte[] code = pages.bytes(fixed + constMethodBytes, (int) bytes);
    List<Check> checks = new ArrayList<>();
    Bytecodes.each(
        code,
        (bci, opcode) -> {
          if (checks.size() == MOST_CHECKS) {
            throw new BadMemoryException("a method has more than " + MOST_CHECKS + " checks");
          }
          switch (opcode) {
            case Bytecodes.CHECKCAST, Bytecodes.INSTANCEOF -> {
              long type = references.klass(pages, pool, Bytecodes.operand(code, bci));
              add(checks, bci, Check.Kind.CAST, type);
            }
            case Bytecodes.INVOKEINTERFACE -> {
              References.Callee callee =
                  references.callee(pages, pool, Bytecodes.ownOperand(code, bci));
              long type = references.klass(pages, pool, callee.holder());
              add(checks, bci, Check.Kind.RECEIVER, type);
            }
            case Bytecodes.INVOKEVIRTUAL, Bytecodes.INVOKEVFINAL -> {
              References.Callee callee =
                  references.callee(pages, pool, Bytecodes.ownOperand(code, bci));
              if (OF_CLASS.contains(references.name(pages, pool, callee))
                  && references.holder(pages, pool, callee).equals("java/lang/Class")) {
                checks.add(new Check(bci, Check.Kind.CLASS, 0));
              }
            }
            case Bytecodes.AASTORE -> checks.add(new Check(bci, Check.Kind.STORE, 0));
            default -> {
              // It asks for nothing.
            }
          }
        });
    return List.copyOf(checks);
  }

  private static void add(List<Check> checks, int bci, Check.Kind kind, long type) {
    if (type != 0) {
      checks.add(new Check(bci, kind, type));
    }
  }

  /**
   * An instruction of a method that may ask an object for a type. Immutable.
   *
   * @param bci where it is
   * @param kind how it asks
   * @param type the address of the Klass that it asks for; 0 where only the running program knows
   */
  record Check(int bci, Kind kind, long type) {
    /** How an instruction asks. */
    enum Kind {
      /** A cast or {@code instanceof}, for a type that stands in the code. */
      CAST,
      /** A call through an interface, which may ask its receiver for that. */
      RECEIVER,
      /** A call of {@code Class.isInstance}, {@code cast} or {@code isAssignableFrom}. */
      CLASS,
      /** A store into an array of objects, for the type of its elements. */
      STORE
    }
  }
}
