package dev.foliot.hotspot.code;

import java.util.List;

/**
 * A place in a Java method. Immutable. The names come from the target and may hold any characters:
 * escape them on output.
 *
 * @param className as {@link Class#getName()} gives it
 * @param method its name
 * @param bci the index of the bytecode; -1 when it is not known
 * @param line of the source; -1 when it is not known
 * @param sourceFile without directories; empty when it is not known
 */
public record JavaFrame(String className, String method, int bci, int line, String sourceFile) {
  /** The text of a stack trace line, such as {@code com.acme.Router.route(Router.java:41)}. */
  public String text() {
    String place;
    if (line >= 0) {
      place = sourceFile.isEmpty() ? "line " + line : sourceFile + ":" + line;
    } else if (bci >= 0) {
      place = "bci " + bci;
    } else {
      place = sourceFile.isEmpty() ? "Unknown Source" : sourceFile;
    }
    return className + "." + method + "(" + place + ")";
  }

  /**
   * The first method that is not the JDK's, such as {@code com.acme.Ledger.add:41}; empty where all
   * are.
   *
   * @param stack innermost first
   */
  public static String place(List<JavaFrame> stack) {
    for (JavaFrame frame : stack) {
      if (!frame.isOfJdk()) {
        return frame.place();
      }
    }
    return "";
  }

  /** The short text of a place, such as {@code com.acme.Router.route:41}. */
  public String place() {
    return className + "." + method + (line >= 0 ? ":" + line : "");
  }

  /** Whether the method is the JDK's. */
  public boolean isOfJdk() {
    return className.startsWith("java.")
        || className.startsWith("javax.")
        || className.startsWith("jdk.")
        || className.startsWith("sun.")
        || className.startsWith("com.sun.");
  }
}
