package dev.foliot.study.framework;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tomcat 9.0.76, 10.1.10 or 11 and later, with the user's own {@code conf}. Two copies of its
 * {@code server.xml} differ in the executor of the connector.
 */
final class TomcatServer implements WarServer {
  private static final Path BOOTSTRAP = Path.of("bin", "bootstrap.jar");
  private static final Path JULI = Path.of("bin", "tomcat-juli.jar");
  private static final Path CATALINA = Path.of("lib", "catalina.jar");
  private static final String LOGGING = "logging.properties";
  private static final String PLATFORM = "platform-threads.xml";
  private static final String VIRTUAL = "virtual-threads.xml";

  @Override
  public boolean isAt(Path home) {
    return Files.isRegularFile(home.resolve(BOOTSTRAP))
        && Files.isRegularFile(home.resolve(CATALINA));
  }

  /** A version after two hashes is no part of it, and a hash is a slash. */
  @Override
  public String context(String name) {
    String path = name.replaceFirst("##.*", "");
    return path.equals("ROOT") ? "" : "/" + path.replace('#', '/');
  }

  @Override
  public Started started(Path home, Archive war, String context, AppRequest request)
      throws IOException {
    String version;
    try (Archive catalina = Archive.open(home.resolve(CATALINA))) {
      version = "Tomcat " + Shown.text(catalina.attribute("Implementation-Version"));
      if (!catalina.has(ServerXml.VIRTUAL_EXECUTOR.replace('.', '/') + ".class")) {
        throw FoliotException.usage(
            "--server: "
                + version
                + " has no virtual threads: take 9.0.76, 10.1.10, 11 or a later one");
      }
    }
    Path base = request.base();
    Path conf = base.resolve("conf");
    for (String folder : List.of("conf", "temp", "work", "webapps", "logs")) {
      Files.createDirectories(base.resolve(folder));
    }
    try (Stream<Path> files = Files.list(home.resolve("conf"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, conf.resolve(String.valueOf(file.getFileName())));
      }
    }
    Path original = home.resolve("conf").resolve("server.xml");
    ServerXml xml = new ServerXml(original, war.file(), context);
    Files.writeString(conf.resolve(PLATFORM), xml.text(false));
    Files.writeString(conf.resolve(VIRTUAL), xml.text(true));
    List<String> jvm =
        new ArrayList<>(
            List.of(
                "-Dcatalina.home=" + home,
                "-Dcatalina.base=" + base,
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "-D" + ServerXml.PORT + "=" + Launch.PORT));
    if (Files.exists(conf.resolve(LOGGING))) {
      jvm.add("-Djava.util.logging.config.file=" + conf.resolve(LOGGING));
      jvm.add("-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager");
    }
    return new Started(
        version,
        new Launch(
            jvm,
            List.of(
                "-cp",
                home.resolve(BOOTSTRAP) + File.pathSeparator + home.resolve(JULI),
                "org.apache.catalina.startup.Bootstrap"),
            List.of(),
            Launch.Keys.PROPERTY_ONLY),
        new Switching.By(words(PLATFORM), words(VIRTUAL)));
  }

  private static ThreadWords words(String file) {
    return ThreadWords.ofArgs(List.of("-config", "conf/" + file, "start"));
  }
}
