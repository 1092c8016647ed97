package dev.foliot.checks.house;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Finds decisions on rendered text in the bytecode of a class.
 *
 * <p>A text that a rendering method returns is followed through the operands of a method, and
 * through local variables, up to the call that takes it. Jumps end the search: what a branch leaves
 * among the operands is not followed.
 */
final class TextDecisions {
  private static final Set<String> DECIDING =
      Set.of(
          "startsWith",
          "endsWith",
          "contains",
          "contentEquals",
          "equals",
          "equalsIgnoreCase",
          "matches",
          "matcher",
          "indexOf",
          "lastIndexOf",
          "compareTo",
          "regionMatches");

  /** Types whose methods of these names compare a text. */
  private static final Set<String> COMPARING =
      Set.of(
          "java/lang/String",
          "java/lang/Object",
          "java/util/List",
          "java/util/Set",
          "java/util/Collection",
          "java/util/Objects",
          "java/util/regex/Pattern");

  private final BiPredicate<String, String> renders;
  private final List<String> found = new ArrayList<>();

  /** For each rendered text, how many operands lie above it. */
  private final List<Integer> operands = new ArrayList<>();

  private final Set<Integer> variables = new HashSet<>();
  private int line;

  /**
   * @param renders whether a method gives the text of a reason or an answer, by the internal name
   *     of its type and its own name
   */
  TextDecisions(BiPredicate<String, String> renders) {
    this.renders = renders;
  }

  /** The decisions of a class, as {@code Type.method:line}. */
  List<String> of(InputStream bytes) {
    try {
      ClassModel type = ClassFile.of().parse(bytes.readAllBytes());
      for (MethodModel method : type.methods()) {
        method
            .code()
            .ifPresent(code ->
                follow(
                    code,
                    type.thisClass().asInternalName() + "." + method.methodName().stringValue()));
      }
      return List.copyOf(found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void follow(CodeModel code, String where) {
    operands.clear();
    variables.clear();
    for (CodeElement element : code) {
      switch (element) {
        case LineNumber number -> line = number.line();
        case Label _ -> operands.clear();
        case ConstantInstruction _ -> push(1);
        case LoadInstruction load -> {
          push(1);
          if (variables.contains(load.slot())) {
            operands.add(0);
          }
        }
        case StoreInstruction store -> {
          if (pop(1)) {
            variables.add(store.slot());
          } else {
            variables.remove(store.slot());
          }
        }
        case FieldInstruction field -> field(field);
        case InvokeInstruction call -> call(call, where);
        case TypeCheckInstruction _ -> {
          // the operand stays
        }
        case Instruction _ -> operands.clear();
        default -> {
          // a mark of the compiler
        }
      }
    }
  }

  private void field(FieldInstruction field) {
    switch (field.opcode()) {
      case GETSTATIC -> push(1);
      case GETFIELD -> {
        pop(1);
        push(1);
      }
      case PUTSTATIC -> pop(1);
      default -> pop(2);
    }
  }

  private void call(InvokeInstruction call, String where) {
    String owner = call.owner().asInternalName();
    String name = call.name().stringValue();
    boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
    boolean takesText = pop(call.typeSymbol().parameterCount() + (isStatic ? 0 : 1));
    if (takesText && COMPARING.contains(owner) && DECIDING.contains(name)) {
      found.add(where + ":" + line);
    }
    if (!call.typeSymbol().returnType().descriptorString().equals("V")) {
      push(1);
      boolean isString = call.typeSymbol().returnType().descriptorString().endsWith("/String;");
      if (renders.test(owner, name) || (takesText && isString && owner.endsWith("/String"))) {
        operands.add(0);
      }
    }
  }

  private void push(int many) {
    operands.replaceAll(above -> above + many);
  }

  /** Takes operands away; whether a text was among them. */
  private boolean pop(int many) {
    boolean takesText = operands.removeIf(above -> above < many);
    operands.replaceAll(above -> above - many);
    return takesText;
  }
}
