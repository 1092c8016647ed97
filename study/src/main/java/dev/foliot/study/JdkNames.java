package dev.foliot.study;

import dev.foliot.service.Jdk;
import java.util.List;

/** What arms that differ in their JDK call it. */
final class JdkNames {
  private JdkNames() {}

  /**
   * What follows an arm's name: nothing where there is one JDK only, else its version, and where
   * another one has the same its folder too.
   *
   * @param all of the study
   */
  static String suffix(Jdk jdk, List<Jdk> all) {
    if (all.size() == 1) {
      return "";
    }
    List<Jdk> others =
        all.stream()
            .filter(other -> other.version().equals(jdk.version()))
            .filter(other -> !other.home().equals(jdk.home()))
            .toList();
    if (others.isEmpty()) {
      return " on " + jdk.version();
    }
    // on some systems every JDK's folder is called Home
    boolean alike = others.stream().anyMatch(other -> folder(other).equals(folder(jdk)));
    return " on " + jdk.version() + " (" + (alike ? jdk.home().toString() : folder(jdk)) + ")";
  }

  private static String folder(Jdk jdk) {
    return String.valueOf(jdk.home().getFileName());
  }
}
