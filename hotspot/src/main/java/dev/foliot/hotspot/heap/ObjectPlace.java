package dev.foliot.hotspot.heap;

/**
 * A word of an object in the heap. Immutable. Names come from the target and may hold any
 * characters.
 *
 * @param className the object's class; for a static field the class that declares it
 * @param member the field; for an array the index in brackets
 * @param object the address of the object
 * @param isStatic whether it is a static field
 * @param isLock whether the word belongs to a lock: of {@code java.util.concurrent.locks}, or an
 *     object's own
 */
public record ObjectPlace(
    String className, String member, long object, boolean isStatic, boolean isLock) {
  /** The short text of the place, such as {@code com.acme.Counter.value}. */
  public String text() {
    return isArray() ? arrayName() + member : className + "." + member;
  }

  /** Whether it is a slot of an array. */
  public boolean isArray() {
    return className.startsWith("[");
  }

  /**
   * What the word is part of: for a slot the array, such as {@code long[]}; otherwise the field.
   */
  public String owner() {
    return isArray() ? arrayName() + "[]" : text();
  }

  private String arrayName() {
    int dimensions = className.lastIndexOf('[') + 1;
    String element = className.substring(dimensions);
    String name =
        switch (element) {
          case "B" -> "byte";
          case "Z" -> "boolean";
          case "C" -> "char";
          case "S" -> "short";
          case "I" -> "int";
          case "J" -> "long";
          case "F" -> "float";
          case "D" -> "double";
          default ->
              element.startsWith("L") && element.endsWith(";")
                  ? element.substring(1, element.length() - 1)
                  : element;
        };
    return name + "[]".repeat(Math.max(0, dimensions - 1));
  }
}
