package dev.foliot.checks.proofs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A JDK of this machine, for the proofs' targets. */
final class InstalledJdk {
  private InstalledJdk() {}

  /**
   * The home of a JDK of a feature release, from a variable such as JAVA17_HOME or the usual place.
   */
  static Path home(int feature) throws IOException {
    String variable = System.getenv("JAVA" + feature + "_HOME");
    if (variable != null) {
      return Path.of(variable);
    }
    Path own = Path.of(System.getProperty("java.home"));
    if (isOf(own, feature)) {
      return own;
    }
    Path parent = own.getParent();
    for (Path folder : List.of(parent == null ? own : parent, Path.of("/usr/lib/jvm"))) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> homes = Files.list(folder)) {
          for (Path home : homes.sorted().toList()) {
            if (isOf(home, feature)) {
              return home;
            }
          }
        }
      }
    }
    throw new IOException("no JDK " + feature + ": set JAVA" + feature + "_HOME");
  }

  private static boolean isOf(Path home, int feature) {
    try {
      return Files.isExecutable(home.resolve("bin/java"))
          && Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"" + feature + ".");
    } catch (IOException e) {
      return false;
    }
  }
}
