package dev.foliot.cli.bench;

import dev.foliot.service.ClassPath;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;

/** The lessons that come with the tool. */
public final class Samples {
  private static final String HOME_PROPERTY = "foliot.home";

  private Samples() {}

  /** Where they are. */
  public static ClassPath classPath() {
    String home = System.getProperty(HOME_PROPERTY);
    if (home == null) {
      throw new FoliotException(
          FoliotException.Cause.USAGE, "say where the task is with --classpath");
    }
    return ClassPath.parse(Path.of(home, "samples") + "/*");
  }
}
