package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The folder of a web application that has a pool, and brings the pool's classes itself. */
final class WebApplication {
  private static final long PATIENCE_NS = 60_000_000_000L;

  private WebApplication() {}

  /** Waits until nothing holds the class loader. */
  static void awaitCollected(WeakReference<ClassLoader> loader) {
    long beginNs = System.nanoTime();
    while (loader.get() != null) {
      assertThat(System.nanoTime() - beginNs).as("held for, ns").isLessThan(PATIENCE_NS);
      System.gc();
      Thread.onSpinWait();
    }
  }

  /** Makes it below a folder. */
  static Path in(Path folder) throws IOException, URISyntaxException {
    Path made = folder.resolve("application");
    Path classes = made.resolve("WEB-INF/classes");
    String owner = PoolOwner.class.getName().replace('.', '/') + ".class";
    Path target = classes.resolve(owner);
    Files.createDirectories(target.getParent());
    Files.copy(place(PoolOwner.class).resolve(owner), target);
    Path pool = place(AdaptivePool.class);
    if (Files.isDirectory(pool)) {
      copyAll(pool, classes);
    } else {
      Path library = made.resolve("WEB-INF/lib/pool.jar");
      Files.createDirectories(library.getParent());
      Files.copy(pool, library);
    }
    Files.writeString(
        made.resolve("WEB-INF/web.xml"),
        """
        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1" metadata-complete="true">
          <listener><listener-class>%s</listener-class></listener>
        </web-app>
        """
            .formatted(PoolOwner.class.getName()));
    return made;
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }
}
