package dev.foliot.study.jar;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar that starts a service, known by its manifest and its entries. Nothing in it is run.
 *
 * @param file absolute
 * @param version of Spring Boot, as in {@code 3.5.7}
 */
public record JarApp(Path file, String version) {
  /** The environment variable that switches virtual threads on or off. */
  static final String SWITCH = "SPRING_THREADS_VIRTUAL_ENABLED";

  /** The first Spring Boot with that switch. */
  private static final int LEAST_MAJOR = 3;

  private static final int LEAST_MINOR = 2;

  /** For a service with an actuator, so that it is on the service's own port. */
  private static final List<String> WORDS =
      List.of(
          "--server.address=127.0.0.1",
          "--server.port=",
          "--management.server.port=",
          "--management.endpoints.web.base-path=/actuator");

  private static final Attributes.Name SPRING_BOOT = new Attributes.Name("Spring-Boot-Version");
  private static final Pattern SPRING_BOOT_JAR =
      Pattern.compile("(?:^|[/ ])spring-boot-([0-9]+\\.[0-9][^/ ]*)\\.jar(?:$| )");
  private static final Pattern VERSION = Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\..*");

  /**
   * Frameworks that are recognised and not started, since nothing outside of their code switches
   * their threads.
   */
  private enum Other {
    QUARKUS(
        "Quarkus",
        "io.quarkus",
        "quarkus-",
        "its methods choose their threads by @RunOnVirtualThread: build it with and without, and"
            + " write a study file with an arm for each",
        "-Dquarkus.http.port=${port}"),
    HELIDON(
        "Helidon",
        "io.helidon",
        "helidon-",
        "since Helidon 4 a virtual thread serves each request: write a study file to compare it"
            + " with another build",
        "-Dserver.port=${port}"),
    MICRONAUT(
        "Micronaut",
        "io.micronaut",
        "micronaut-",
        "its controllers choose their executor: build it with and without virtual threads, and"
            + " write a study file with an arm for each",
        "-Dmicronaut.server.port=${port}");

    private final String label;
    private final String packages;
    private final String artifacts;
    private final String why;
    private final String port;

    Other(String label, String packages, String artifacts, String why, String port) {
      this.label = label;
      this.packages = packages;
      this.artifacts = artifacts;
      this.why = why;
      this.port = port;
    }

    private boolean is(JarFile jar, Attributes attributes) {
      return attribute(attributes, Attributes.Name.MAIN_CLASS).startsWith(packages + ".")
          || Arrays.stream(attribute(attributes, Attributes.Name.CLASS_PATH).split("[/ ]+", -1))
              .anyMatch(file -> file.startsWith(artifacts))
          || contains(jar, packages.replace('.', '/') + "/");
    }
  }

  /** Checks that nothing is missing. */
  public JarApp {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(version, "version");
  }

  /**
   * What a jar is.
   *
   * @throws FoliotException if it cannot be read, or is none that this study can start
   */
  public static JarApp of(Path file) {
    Path jar = file.toAbsolutePath().normalize();
    String name = name(jar);
    if (!Files.isRegularFile(jar)) {
      throw FoliotException.usage(
          "--jar: there is no file " + Shown.text(file.toString()) + ": name a service's jar");
    }
    try (JarFile read = new JarFile(jar.toFile())) {
      Manifest manifest = read.getManifest();
      Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
      Optional<String> version = springBoot(read, attributes);
      if (version.isEmpty()) {
        throw refusal(name, read, attributes);
      }
      if (attribute(attributes, Attributes.Name.MAIN_CLASS).isEmpty()) {
        throw FoliotException.usage(
            "--jar: "
                + name
                + " has Spring Boot and no main class: name the jar that java -jar starts, as"
                + " spring-boot-maven-plugin repackages it");
      }
      return new JarApp(jar, supported(name, version.get()));
    } catch (IOException e) {
      throw FoliotException.usage(
          "--jar: "
              + name
              + " is no readable jar ("
              + Shown.text(e.getMessage())
              + "): name a service's jar");
    }
  }

  /** By its own plugin's manifest, by the manifest's class path, or by what is inside. */
  private static Optional<String> springBoot(JarFile jar, Attributes attributes) {
    String version = attribute(attributes, SPRING_BOOT);
    if (!version.isEmpty()) {
      return Optional.of(version);
    }
    return version(attribute(attributes, Attributes.Name.CLASS_PATH))
        .or(() -> jar.stream().flatMap(entry -> version(entry.getName()).stream()).findFirst());
  }

  private static Optional<String> version(String names) {
    return Optional.of(SPRING_BOOT_JAR.matcher(names))
        .filter(Matcher::find)
        .map(found -> found.group(1));
  }

  private static String attribute(Attributes attributes, Attributes.Name name) {
    String value = attributes.getValue(name);
    return value == null ? "" : value.strip();
  }

  private static String supported(String name, String version) {
    Matcher numbers = VERSION.matcher(version + ".");
    if (!numbers.matches()) {
      throw FoliotException.usage(
          "--jar: "
              + name
              + " says Spring Boot "
              + Shown.text(version)
              + ", which is no version: build it again");
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    if (major < LEAST_MAJOR || (major == LEAST_MAJOR && minor < LEAST_MINOR)) {
      throw FoliotException.usage(
          "--jar: "
              + name
              + " has Spring Boot "
              + Shown.text(version)
              + ", and 3.2 is the first with a switch for virtual threads: build it with a later"
              + " one");
    }
    return version;
  }

  /** Says what it is, and the line of a study file that starts it. */
  private static FoliotException refusal(String name, JarFile jar, Attributes attributes) {
    for (Other other : Other.values()) {
      if (other.is(jar, attributes)) {
        return FoliotException.usage(
            "--jar: "
                + name
                + " is an application of "
                + other.label
                + ". No option switches its threads, "
                + other.why
                + ", command: ['${java}', '"
                + other.port
                + "', -jar, "
                + name
                + "]");
      }
    }
    if (contains(jar, "WEB-INF/")) {
      return FoliotException.usage(
          "--jar: "
              + name
              + " is a web application that a server runs: write a study file whose commands start"
              + " that server on ${port}");
    }
    return FoliotException.usage(
        "--jar: "
            + name
            + (attribute(attributes, Attributes.Name.MAIN_CLASS).isEmpty()
                ? " has no main class"
                : " is no application of Spring Boot")
            + ": write a study file with command: ['${java}', -jar, "
            + name
            + ", its option for the port ${port}], and in one arm what switches virtual threads"
            + " on");
  }

  private static boolean contains(JarFile jar, String folder) {
    return jar.stream().anyMatch(entry -> entry.getName().startsWith(folder));
  }

  /** Its name for messages. */
  String name() {
    return name(file);
  }

  private static String name(Path jar) {
    return Shown.text(String.valueOf(jar.getFileName()));
  }

  /**
   * The program's own words that let it serve on a port of the loopback address.
   *
   * @param port a number, or a placeholder
   */
  static List<String> words(String port) {
    return WORDS.stream().map(word -> word.endsWith("=") ? word + port : word).toList();
  }
}
