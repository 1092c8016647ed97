package dev.foliot.service;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed JDK, from its folder and {@code release} file, without starting it.
 *
 * @param home its folder
 * @param version as its release file says, or {@code unknown}
 * @param feature its feature release, 0 if unknown
 */
public record Jdk(Path home, String version, int feature) {
  private static final int LEAST_FEATURE = 17;
  private static final int LONGEST_RELEASE = 65_536;
  private static final Pattern VERSION =
      Pattern.compile("(?m)^JAVA_VERSION=\"([0-9]{1,3})([0-9A-Za-z._+-]{0,60})\"");

  /** The JDK that this JVM runs on. */
  public static Jdk current() {
    return at(Path.of(System.getProperty("java.home")));
  }

  /**
   * The JDK in a folder.
   *
   * @throws FoliotException if the folder has no JDK, or one older than 17
   */
  public static Jdk of(String folder) {
    try {
      return at(Path.of(folder), "--jdk ");
    } catch (InvalidPathException e) {
      throw FoliotException.usage("--jdk: no folder can have that name");
    }
  }

  /**
   * The JDK in a folder that no option names.
   *
   * @throws FoliotException likewise
   */
  public static Jdk at(Path home) {
    return at(home, "");
  }

  /**
   * The JDK of a launcher, with links followed, whatever its version. Empty for another program,
   * such as a script that chooses a JDK when it runs.
   */
  public static Optional<Jdk> ofLauncher(Path program) {
    try {
      Path java = program.toRealPath();
      Path home = java.resolve("../..").normalize();
      return java.equals(java(home)) && Files.isRegularFile(home.resolve("release"))
          ? Optional.of(read(home))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Jdk at(Path home, String option) {
    if (!Files.isExecutable(java(home))) {
      throw FoliotException.usage(
          option + home + ": no bin/java in it; name the folder of a JDK 17 or later");
    }
    Jdk jdk = read(home);
    if (jdk.feature != 0 && jdk.feature < LEAST_FEATURE) {
      throw FoliotException.usage(
          option + home + " is a JDK " + jdk.version + "; forks need 17 or later");
    }
    return jdk;
  }

  private static Jdk read(Path home) {
    Matcher found = VERSION.matcher(release(home));
    return found.find()
        ? new Jdk(home, found.group(1) + found.group(2), Integer.parseInt(found.group(1)))
        : new Jdk(home, "unknown", 0);
  }

  private static String release(Path home) {
    try (var in = Files.newInputStream(home.resolve("release"))) {
      return new String(in.readNBytes(LONGEST_RELEASE), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Its launcher. */
  public Path java() {
    return java(home);
  }

  private static Path java(Path home) {
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("win");
    return home.resolve("bin").resolve(windows ? "java.exe" : "java");
  }
}
