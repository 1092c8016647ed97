package dev.foliot.fleet;

import java.util.HashSet;
import java.util.Set;

/** Makes the names of columns unique. */
final class ColumnNames {
  private final Set<String> taken = new HashSet<>();

  /** The name, cut to a useful length, with a number appended if it is in use. */
  String unique(String name) {
    String cut = Texts.name(name);
    String free = cut;
    for (int n = 2; !taken.add(free); n++) {
      free = cut + "_" + n;
    }
    return free;
  }
}
