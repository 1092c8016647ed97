package dev.foliot.service.jdk;

import java.nio.file.Path;
import java.util.List;

/**
 * Finds this machine's JDKs without starting them. It searches the places that the launcher and the
 * build search. Stateless.
 */
public final class InstalledJdks {
  private InstalledJdks() {}

  /**
   * All JDKs, the newest first.
   *
   * @param root of the file system, "/" except in tests
   */
  public static List<InstalledJdk> found(Path root) {
    return new JdkSearch(
            root,
            System.getenv(),
            Path.of(System.getProperty("user.home")),
            Path.of(System.getProperty("java.home")))
        .found();
  }
}
