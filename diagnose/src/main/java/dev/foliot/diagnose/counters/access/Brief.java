package dev.foliot.diagnose.counters.access;

/** Foreign names that are not too long for a sentence. Where they differ is mostly at the end. */
final class Brief {
  private static final int LONGEST = 120;
  private static final int HEAD = 30;

  private Brief() {}

  static String name(String name) {
    int length = name.codePointCount(0, name.length());
    if (length <= LONGEST) {
      return name;
    }
    int tail = LONGEST - HEAD - 1;
    return name.substring(0, name.offsetByCodePoints(0, HEAD))
        + '…'
        + name.substring(name.offsetByCodePoints(name.length(), -tail));
  }
}
