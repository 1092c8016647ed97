package dev.foliot.checks.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The JDKs that the build needs as well. */
public final class Jdks {
  private Jdks() {}

  /**
   * The home of a JDK of a feature release, from a variable such as JAVA17_HOME or the usual place.
   */
  public static Path home(int feature) throws IOException {
    String variable = System.getenv("JAVA" + feature + "_HOME");
    if (variable != null) {
      return Path.of(variable);
    }
    Path own = Path.of(System.getProperty("java.home"));
    Path beside = own.getParent() == null ? own : own.getParent();
    try (Stream<Path> homes =
        Stream.concat(Stream.of(own), Stream.concat(list(beside), list(Path.of("/usr/lib/jvm"))))) {
      return homes
          .filter(home -> isOf(home, feature))
          .findFirst()
          .orElseThrow(() ->
              new IllegalStateException("no JDK " + feature + ": set JAVA" + feature + "_HOME"));
    }
  }

  /** The version of the JDK or runtime image in a folder. */
  static Runtime.Version version(Path home) throws IOException {
    for (String line : Files.readAllLines(home.resolve("release"))) {
      if (line.startsWith("JAVA_VERSION=")) {
        String text = line.substring(line.indexOf('=') + 1);
        return Runtime.Version.parse(text.replace("\"", ""));
      }
    }
    throw new IllegalStateException("its release file names no JAVA_VERSION: " + home);
  }

  private static Stream<Path> list(Path folder) throws IOException {
    return Files.isDirectory(folder) ? StoredFiles.list(folder).stream() : Stream.empty();
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
