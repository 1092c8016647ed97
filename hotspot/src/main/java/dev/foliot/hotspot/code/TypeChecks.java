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
 * Finds the bytecodes of a method that may check an object's type. Immutable; safe for any thread.
 *
 * <p>A cast to an unresolved type never ran, and is left out.
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
   * The checks of the Method at an address, in bytecode order. Throws if any part is not
   * understood: a missed check would make another one look unique.
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
              // Not a check.
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
   * An instruction that may check an object's type. Immutable.
   *
   * @param bci where it is
   * @param kind how it checks
   * @param type the address of the Klass that it checks for; 0 if only known at run time
   */
  record Check(int bci, Kind kind, long type) {
    /** The kind of check. */
    enum Kind {
      /** A cast or {@code instanceof}, for a type in the code. */
      CAST,
      /** An interface call, which may check its receiver. */
      RECEIVER,
      /** A call of {@code Class.isInstance}, {@code cast} or {@code isAssignableFrom}. */
      CLASS,
      /** A store into an array of objects, for the type of its elements. */
      STORE
    }
  }
}
