package dev.foliot.hotspot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A JDK for targets: the current one, or another beside it or in JAVA17_HOME. */
public record TestJdk(Path home) {
  /** A JDK of this feature version; without one the test is skipped. */
  public static TestJdk ofFeature(int feature) {
    if (Runtime.version().feature() == feature) {
      return new TestJdk(Path.of(System.getProperty("java.home")));
    }
    Optional<Path> found = named(feature).or(() -> beside(feature));
    Assumptions.assumeTrue(found.isPresent(), "there is no JDK " + feature + " here");
    return new TestJdk(found.orElseThrow());
  }

  private static Optional<Path> named(int feature) {
    return Optional.ofNullable(System.getenv("JAVA" + feature + "_HOME")).map(Path::of);
  }

  private static Optional<Path> beside(int feature) {
    Path own = Path.of(System.getProperty("java.home"));
    try (Stream<Path> others = Files.list(own.resolveSibling("."))) {
      return others.filter(home -> isOf(home, feature)).sorted().findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOf(Path home, int feature) {
    Path release = home.resolve("release");
    try {
      return Files.isExecutable(home.resolve("bin/java"))
          && Files.isExecutable(home.resolve("bin/jcmd"))
          && Files.exists(release)
          && Files.readString(release).contains("JAVA_VERSION=\"" + feature + ".");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One of its programs. */
  public String program(String name) {
    return home.resolve("bin").resolve(name).toString();
  }
}
