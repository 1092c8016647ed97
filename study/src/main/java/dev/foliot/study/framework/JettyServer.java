package dev.foliot.study.framework;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Jetty 12 with a base of its own: modules of its home deploy the war, and one of two thread pools
 * serves it. A user's own base is not read.
 */
final class JettyServer implements WarServer {
  private static final String VIRTUAL = "threadpool-virtual";
  private static final Pattern VERSION = Pattern.compile("jetty-server-([0-9][^/]*)\\.jar");
  private static final Pattern WEB_XML =
      Pattern.compile("<web-app\\b[^>]*?\\bversion\\s*=\\s*[\"']([0-9]+\\.[0-9]+)[\"']");

  /** By the version that {@code web.xml} names. */
  private static final Map<String, String> ENVIRONMENTS =
      Map.of("5.0", "ee9", "6.0", "ee10", "6.1", "ee11");

  /** For jakarta, the newest first; the last one is javax. */
  private static final List<String> NEWEST = List.of("ee11", "ee10", "ee9");

  private static final String JAVAX = "ee8";
  private static final String DEPLOY = "-deploy";
  private static final Path LOGGING =
      Path.of("modules", "logging", "jetty", "resources", "jetty-logging.properties");

  @Override
  public boolean isAt(Path home) {
    return Files.isRegularFile(home.resolve("start.jar"))
        && Files.isDirectory(home.resolve("modules"));
  }

  @Override
  public String context(String name) {
    return name.equalsIgnoreCase("ROOT") ? "" : "/" + name;
  }

  @Override
  public Started started(Path home, Archive war, String context, AppRequest request)
      throws IOException {
    String version = "Jetty" + version(home).map(number -> " " + Shown.text(number)).orElse("");
    if (!hasModule(home, VIRTUAL)) {
      throw FoliotException.usage(
          "--server: " + version + " has no module " + VIRTUAL + ": take Jetty 12");
    }
    String environment = environment(home, war, version, request);
    Path base = request.base();
    for (String folder : List.of("webapps", "resources", "logs", "work", "start.d")) {
      Files.createDirectories(base.resolve(folder));
    }
    if (Files.exists(home.resolve(LOGGING))) {
      Files.copy(
          home.resolve(LOGGING), base.resolve("resources").resolve("jetty-logging.properties"));
    }
    String name = context.isEmpty() ? "ROOT" : context.substring(1);
    Files.copy(war.file(), base.resolve("webapps").resolve(name + ".war"));
    return new Started(
        version,
        new Launch(
            List.of(),
            List.of("-jar", home.resolve("start.jar").toString()),
            List.of(
                "jetty.home=" + home,
                "jetty.base=" + base,
                "jetty.http.host=127.0.0.1",
                "jetty.http.port=" + Launch.PORT,
                "--module=http," + environment + DEPLOY + "," + environment + "-annotations"),
            Launch.Keys.PROPERTY_ONLY),
        new Switching.By(
            ThreadWords.ofArgs(List.of("--module=threadpool")),
            ThreadWords.ofArgs(List.of("--module=" + VIRTUAL))));
  }

  private static Optional<String> version(Path home) throws IOException {
    Path lib = home.resolve("lib");
    if (!Files.isDirectory(lib)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(lib)) {
      return files
          .map(file -> VERSION.matcher(String.valueOf(file.getFileName())))
          .filter(Matcher::matches)
          .map(found -> found.group(1))
          .findFirst();
    }
  }

  /** The wanted one, or a newer one of jakarta. */
  private static String environment(Path home, Archive war, String version, AppRequest request) {
    String wanted = environment(war);
    if (hasModule(home, wanted + DEPLOY)) {
      return wanted;
    }
    return NEWEST.stream()
        .filter(one -> !wanted.equals(JAVAX) && hasModule(home, one + DEPLOY))
        .findFirst()
        .orElseThrow(() ->
            FoliotException.usage(
                "--server: "
                    + version
                    + " has no module "
                    + wanted
                    + DEPLOY
                    + ", which "
                    + request.name()
                    + " needs: take one that has it"));
  }

  private static boolean hasModule(Path home, String module) {
    return Files.isRegularFile(home.resolve("modules").resolve(module + ".mod"));
  }

  /** Of Jakarta EE, by what the war says, else by the servlets that its classes name. */
  static String environment(Archive war) {
    return war.text("WEB-INF/web.xml")
        .map(WEB_XML::matcher)
        .filter(Matcher::find)
        .map(found -> ENVIRONMENTS.getOrDefault(found.group(1), JAVAX))
        .orElseGet(() ->
            war.names("javax/servlet/", name -> name.startsWith("WEB-INF/classes/"))
                ? JAVAX
                : NEWEST.getFirst());
  }
}
