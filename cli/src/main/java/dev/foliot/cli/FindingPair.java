package dev.foliot.cli;

import dev.foliot.store.ClearedClass;
import dev.foliot.store.SharingFinding;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What two diagnoses found of one class.
 *
 * @param a null where A has no such finding
 * @param b null where B has none; never both
 */
record FindingPair(@Nullable SharingFinding a, @Nullable SharingFinding b) {
  /** Of a class loader, and of a hidden class: it differs from process to process. */
  private static final Pattern ADDRESS = Pattern.compile("(?<=[@/])0x[0-9a-fA-F]++");

  /** By what a finding is the same as one in another process. */
  static String key(SharingFinding finding) {
    return key(finding.className(), finding.loader(), finding.field());
  }

  static String key(ClearedClass cleared) {
    return key(cleared.className(), cleared.loader(), cleared.field());
  }

  private static String key(String className, String loader, String field) {
    return ADDRESS.matcher(className + '\n' + loader).replaceAll("") + '\n' + field;
  }

  /** The one that is there, A's before B's. */
  SharingFinding either() {
    SharingFinding first = a;
    if (first != null) {
      return first;
    }
    SharingFinding second = b;
    if (second == null) {
      throw new IllegalStateException("neither side has it");
    }
    return second;
  }
}
