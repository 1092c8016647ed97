package dev.foliot.hotspot.code;

/**
 * A place in a Java method. Immutable. Its names are what the target says they are, of any
 * characters: escape them for where they are shown.
 *
 * @param className as {@link Class#getName()} gives it
 * @param method its name
 * @param bci the index of the bytecode; -1 when it is not known
 * @param line of the source; -1 when it is not known
 * @param sourceFile without directories; empty when it is not known
 */
public record JavaFrame(String className, String method, int bci, int line, String sourceFile) {
  /** As in a stack trace: {@code com.acme.Router.route(Router.java:41)}. */
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
}
