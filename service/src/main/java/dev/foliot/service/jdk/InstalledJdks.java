package dev.foliot.service.jdk;

import java.nio.file.Path;
import java.util.List;

/** The JDKs of this machine, where the launcher and the build look; none is run. Stateless. */
public final class InstalledJdks {
  private InstalledJdks() {}

  /**
   * All that are found, the newest first.
   *
   * @param root of the file system, "/" but in tests
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
